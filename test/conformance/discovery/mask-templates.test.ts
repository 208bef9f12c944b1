/** Derives templates from the masks of known numbers and addresses (§2.4). */
import { describe, expect, it } from 'vitest';
import { inferEmailTemplate, inferPhoneTemplate } from '../../../conformance/discovery/masks.ts';

type Masked = readonly [original: string, mask: string];

const toSamples = (masks: readonly Masked[]) =>
  masks.map(([original, mask]) => ({ original, mask }));

describe('the template of phone masks', () => {
  // A template is null if it cannot be inferred.
  it.each<[string, string | null, ...Masked[]]>([
    [
      'with stars before the last digits',
      '***{last4}',
      ['+12025550101', '***0101'],
      ['+12025550102', '***0102'],
    ],
    ['of one number, without other digits', '({last4})', ['+12025550101', '(0101)']],
    ['with a word after the last digits', '{last4} (end)', ['+12025550143', '0143 (end)']],
    ['for a mask with other last digits', null, ['+12025550143', '******0144']],
    ['of one number, with other digits', null, ['+12025550101', '12**0101']],
    [
      'with other digits, for numbers with the same last four digits',
      null,
      ['+1202', '1*1202'],
      ['+331202', '1*1202'],
    ],
    [
      'with a digit that all masks contain',
      '1*{last4}',
      ['+12025550101', '1*0101'],
      ['+12025550102', '1*0102'],
    ],
    [
      'with the last digits of one number in all masks',
      '0101*{last4}',
      ['+12025550101', '0101*0101'],
      ['+10102', '0101*0102'],
    ],
    ['for masks that differ', null, ['+12025550101', '**0101'], ['+12025550102', '*0102']],
    ['for masks without the last digits', null, ['+12025550101', '**01']],
    ['with braces', null, ['+12025550101', '{*}0101']],
    ['with a brace at the end', null, ['+12025550101', '0101{']],
    ['of more than 100 characters', null, ['+12025550101', `${'*'.repeat(97)}0101`]],
    ['of no masks', null],
  ])('%s is %j', (_name, template, ...masks) => {
    expect(inferPhoneTemplate(toSamples(masks))).toBe(template);
  });
});

describe('the template of email masks', () => {
  const ann = 'ann@example.com';
  const amy = 'amy@sample.org';
  const bob = 'bob@sample.org';

  it.each<[string, string | null, ...Masked[]]>([
    [
      'with the first letter and the domain',
      '{first}**@{domain}',
      [ann, 'a**@example.com'],
      [bob, 'b**@sample.org'],
    ],
    [
      'with only the domain, for addresses that begin alike',
      '***@{domain}',
      [ann, '***@example.com'],
      [amy, '***@sample.org'],
    ],
    ['with the first letter only', '{first}***', [ann, 'a***'], [bob, 'b***']],
    [
      'with the first letter, for addresses that begin alike',
      '{first}***',
      [ann, 'a***'],
      [amy, 'a***'],
    ],
    ['with a letter inside, for addresses that begin alike', null, [ann, '*a**'], [amy, '*a**']],
    ['with a letter inside', '*{first}**', [ann, '*a**'], [bob, '*b**']],
    ['with only stars', '***', [ann, '***'], [bob, '***']],
    ['of one address', '{first}**@{domain}', [ann, 'a**@example.com']],
    ['with the same word in all masks', 'hidden', [ann, 'hidden'], [bob, 'hidden']],
    ['with the same word, for addresses that begin alike', null, [ann, 'hidden'], [amy, 'hidden']],
    ['for masks that differ', null, [ann, '***'], [bob, '**']],
    [
      'with letters after the at sign, for addresses with the same first letter and domain',
      null,
      ['rita@a.test', 'r*@a.x'],
      ['rosa@a.test', 'r*@a.x'],
    ],
    ['with the domain first', '{domain}/{first}*', [ann, 'example.com/a*'], [bob, 'sample.org/b*']],
    ['with the first of two letters', '*{first}*a', [ann, '*a*a'], [bob, '*b*a']],
    ['with the second of two letters', '*a*{first}', [ann, '*a*a'], [bob, '*a*b']],
    ['with the first letter twice', null, [ann, '*a*a'], [bob, '*b*b']],
    ['of addresses without a domain', '{first}*', ['ann@', 'a*'], ['bob@', 'b*']],
    ['of 100 characters', '*'.repeat(100), [ann, '*'.repeat(100)]],
    ['of 101 characters', null, [ann, '*'.repeat(101)]],
    ['with braces', null, [ann, 'a{}@example.com']],
    ['of an empty mask', null, [ann, '']],
    ['of no masks', null],
  ])('%s is %j', (_name, template, ...masks) => {
    expect(inferEmailTemplate(toSamples(masks))).toBe(template);
  });
});
