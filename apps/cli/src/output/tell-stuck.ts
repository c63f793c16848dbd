import { writeSync } from 'node:fs'

/**
 * Tells whoever waits that code of a module has the program to itself, and how to end it: nothing else can tell it then.
 *
 * @example watchMainThread({ onStuck: tellStuck })
 */
export function tellStuck(): void {
  try {
    writeSync(process.stderr.fd, text)
  } catch {
    // A terminal that is gone, or a pipe that is full.
  }
}

const text = 'waiting    code of a module has not yielded for 10 s; Ctrl-C ends it at once\n'
