/** What a space wants to run on this machine or to send: a program, code of a package in its `node_modules`, a secret. */
export type ShownCommand = {
  /** Where it is named: `runners.claude`, `plugins.speech-espeak`, `sources.wiki`, `modules.my-package`, `secrets.KEY@host`. */
  readonly name: string
  /** Program and arguments as JSON, the file of a package that is imported first, or what goes where; with all unseen spelled out. */
  readonly command: string
  /** Names of the variables that it is given beside the ordinary ones. */
  readonly env: readonly string[]
  /** Files that it runs: a change of one needs another yes. */
  readonly scripts?: readonly string[] | undefined
  /** All that a yes is about, by what it is: a change of any needs another yes. */
  readonly facts?: Readonly<Record<string, string>> | undefined
  /** What no yes can cover, in plain words. */
  readonly uncovered?: readonly string[] | undefined
  /** How it differs from what was approved last; absent if nothing was, or nothing does. */
  readonly changes?: readonly string[] | undefined
  /**
   * `named`: its module asks for exactly it by itself, as a person could see when it was installed. `refused`: it never runs,
   * no matter who approves it, for the reason in `refusal`.
   */
  readonly state: 'approved' | 'waiting' | 'named' | 'refused'
  readonly refusal?: string | undefined
}

/** The same, and what can be said of it. */
export type SpaceCommand = ShownCommand & {
  readonly approve: () => Promise<unknown>
  /** Whether there is a yes to take back, also to what it was before; whatever its state is. */
  readonly isStored: () => Promise<boolean>
  readonly revoke: () => Promise<boolean>
}
