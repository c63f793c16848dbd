/** Where a library reports what happens. The message is constant, the facts are fields. */
export type Logger = {
  readonly debug: LogMethod
  readonly info: LogMethod
  readonly warn: LogMethod
  readonly error: LogMethod
}

type LogMethod = (facts: Readonly<Record<string, unknown>>, message: string) => void
