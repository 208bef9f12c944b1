import { Button } from './button.tsx';

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly chosen: Value | undefined;
  readonly onChoose: (value: Value) => unknown;
  readonly isDisabled?: (value: Value) => boolean;
}

/** A choice by toggle buttons. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, options, chosen, onChoose, isDisabled = () => false } = props;
  return (
    <div class="line" role="group" aria-label={label}>
      {options.map(({ value, text }) => (
        <Button
          key={value}
          size="small"
          pressed={value === chosen}
          disabled={isDisabled(value)}
          onClick={() => onChoose(value)}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}
