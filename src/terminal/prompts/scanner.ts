interface Receiver {
  /** Takes the keys of a person. */
  press(keys: string): void;
  /** Takes a code; false if a person may have typed it. */
  scan(code: string): boolean;
}

/** A key of several characters, a line break, or a single character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what keys send.
const key = /\u001b(?:\[[\d;?]*.|O.)?|\r\n|[\s\S]/gu;

/** A person does not type so many characters without a pause. */
const leastLength = 4;

/** A pause of so many milliseconds means that a person types: at first, and within what can only be a code. */
const pauses = { first: 50, within: 500 };

/**
 * Separates what a bar-code scanner types, a burst of characters that ends in Enter, from what a person types. It outlives single
 * questions, since a scan may come at any time.
 */
export class Scanner {
  /** Codes that no question has taken yet, oldest first. */
  readonly waiting: string[] = [];
  #receiver: Receiver | undefined;
  /** What came last without a pause: the beginning of a code, or keys of a person. */
  #held = '';
  #hasScanned = false;
  #cancel = () => {};

  listen(receiver: Receiver): void {
    this.#receiver = receiver;
    this.#awaitSilence();
  }

  /** Keeps keys until the next question. */
  rest(): void {
    this.#cancel();
    this.#receiver = undefined;
  }

  take(keys: string): void {
    for (const [one] of keys.matchAll(key)) this.#takeOne(one);
    this.#awaitSilence();
  }

  #takeOne(one: string): void {
    const hasScanned = this.#hasScanned;
    this.#hasScanned = false;
    const isEnter = /^[\r\n]+$/.test(one);
    if (!isEnter && !/\p{Cc}/u.test(one)) {
      this.#held += one;
      return;
    }
    // Some scanners end a code with both.
    if (one === '\n' && hasScanned) return;
    const code = this.#held;
    this.#held = '';
    if (isEnter && code.length >= leastLength && this.#receiver?.scan(code)) this.#hasScanned = true;
    else this.#press(code + one);
  }

  #press(keys: string): void {
    if (keys !== '') this.#receiver?.press(keys);
  }

  #awaitSilence(): void {
    this.#cancel();
    if (this.#held === '' || !this.#receiver) return;
    let immediate: NodeJS.Immediate | undefined;
    const timer = setTimeout(
      () => {
        // On a busy machine the time is up before the input of that time was read: Node runs its timers before it reads.
        immediate = setImmediate(() => {
          const held = this.#held;
          this.#held = '';
          this.#press(held);
        });
      },
      pauses[this.#held.length < leastLength ? 'first' : 'within'],
    );
    this.#cancel = () => {
      clearTimeout(timer);
      clearImmediate(immediate);
    };
  }
}
