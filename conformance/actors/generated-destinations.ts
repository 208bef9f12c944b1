/** Generates numbers and addresses that no check has used, reserved for fiction. */
import { randomInt, randomBytes } from 'node:crypto';
import type { OtpChannel } from '../../src/dialect/dialect.ts';

/**
 * Assigned area codes, since a deployment may reject others (§2.5). The numbers 555-0100 to 555-0199 are
 * fictional. Omits 202, the area code of the users of the included scenarios; some have Fraud flags.
 */
const AREA_CODES = `
  201 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 228 229 231 234 239
  240 248 251 252 253 254 256 260 262 267 269 270 276 281 301 302 303 304 305 307 308 309 310 312
  313 314 315 316 317 318 319 320 321 323 325 330 331 334 336 337 339 347 351 352 360 361 385 386
  401 402 404 405 406 407 408 409 410 412 413 414 415 417 419 423 424 425 430 432 434 435 440 443
  469 470 475 478 479 480 484 501 502 503 504 505 507 508 509 510 512 513 515 516 517 518 520 530
  540 541 551 559 561 562 563 567 570 571 573 574 575 580 585 586 601 602 603 605 606 607 608 609
  610 612 614 615 616 617 618 619 620 623 626 630 631 636 641 646 650 651 660 661 662 678 682 701
  702 703 704 706 707 708 712 713 714 715 716 717 718 719 720 724 727 731 732 734 740 754 757 760
  762 763 765 769 770 772 773 774 775 779 781 785 786 801 802 803 804 805 806 808 810 812 813 814
  815 816 817 818 828 830 831 832 843 845 847 848 850 856 857 858 859 860 862 863 864 865 870 878
  901 903 904 906 907 908 909 910 912 913 914 915 916 917 918 919 920 925 928 931 936 937 940 941
  949 951 952 954 956 970 971 972 973 978 979 980 985 989
`
  .trim()
  .split(/\s+/);

/** Reserved domains in existing top-level domains, since a deployment may reject others (§2.6). */
const FICTIONAL_DOMAINS = ['example.com', 'conform.example.org', 'mail.example.net'];

function createFictionalNumber(): string {
  const area = AREA_CODES[randomInt(AREA_CODES.length)] ?? '201';
  return `+1${area}55501${String(randomInt(100)).padStart(2, '0')}`;
}

/**
 * Returns a fictional address (RFC 2606). Addresses of consecutive indices start and end differently, so
 * that their masks can be compared.
 */
function createFictionalAddress(index: number): string {
  const firstLetter = String.fromCodePoint(0x61 + (index % 26));
  const domain = FICTIONAL_DOMAINS[index % FICTIONAL_DOMAINS.length] ?? 'example.com';
  return `${firstLetter}${randomBytes(6).toString('hex')}-conform@${domain}`;
}

/** Maximum number of generated numbers to discard because a declared one resembles them. */
const MAX_TRIES = 2000;

interface DeclaredDestinations {
  isTaken(destination: string): boolean;
  /** The last seven digits of the declared numbers. */
  readonly numberEnds: ReadonlySet<string>;
}

export class GeneratedDestinations {
  readonly #used = new Set<string>();
  #addressIndex = randomInt(26);

  has(destination: string): boolean {
    return this.#used.has(destination);
  }

  add(destination: string): string {
    this.#used.add(destination);
    return destination;
  }

  /**
   * Returns a new destination. Avoids the last seven digits of declared numbers, up to MAX_TRIES: a deployment
   * that compares only the last digits could confuse the codes.
   */
  create(channel: OtpChannel, { isTaken, numberEnds }: DeclaredDestinations): string {
    for (let tries = 1; ; tries += 1) {
      const destination =
        channel === 'sms'
          ? createFictionalNumber()
          : createFictionalAddress((this.#addressIndex += 1));
      if (this.has(destination) || isTaken(destination)) continue;
      const resembles = numberEnds.has(destination.slice(-7));
      if (!resembles || tries >= MAX_TRIES) return this.add(destination);
    }
  }
}
