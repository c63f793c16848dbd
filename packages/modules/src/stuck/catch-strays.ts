type CatchStraysOptions = {
  /** Of what code of a module failed at where nothing waits for it; the program goes on. */
  readonly tell: (thrown: unknown) => void
  /** Of what is no module's: nobody knows what state the program is in, so this is to end it. */
  readonly fail: (error: Error) => void
}

/** Keeps what code of modules forgets from ending the program: promises that nobody awaits, and errors in timers. */
export function catchStrays({ tell, fail }: CatchStraysOptions): void {
  process.on('unhandledRejection', tell)
  process.on('uncaughtException', (thrown: unknown) => {
    if (thrown instanceof Error && !String(thrown.stack).includes(inModule)) fail(thrown)
    else tell(thrown)
  })
}

// Installed code is imported under an address that ends so.
const inModule = '?integrity='
