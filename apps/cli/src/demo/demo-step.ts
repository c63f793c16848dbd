/** One step of the tour: a command line, and what must come out of it. */
export type DemoStep = {
  readonly name: string
  /** Arguments of `datacortex`, exactly as they are run; the working folder is the tour's own. */
  readonly argv: readonly string[]
  /** What happens to the files before, in words and in deed. */
  readonly before?: { readonly says: string; readonly does: (folder: string) => Promise<void> } | undefined
  /** Values in the JSON document by path, such as `results.0.id`; `length` counts a list. */
  readonly expects: Readonly<Record<string, string | number | boolean>>
  /** What was shown, if all is as expected. */
  readonly detail: string
}
