export type Tour = {
  readonly folder: string
  /** Addresses of what was started, by the names that arguments use. */
  readonly values: Map<string, string>
  /** Ends what was started with the tour. */
  readonly stack: AsyncDisposableStack
}

/** One step of the tour: a command line, and what must come out of it. */
export type DemoStep = {
  readonly name: string
  /** Arguments of `datacortex`, run with `{name}` replaced by values of the tour; the working folder is its own. */
  readonly argv: readonly string[]
  /** What happens to the files before, in words and in deed. */
  readonly before?: { readonly says: string; readonly does: (tour: Tour) => Promise<void> } | undefined
  /** Values in the JSON document by path, such as `results.0.id`; `-1` is the last of a list, `length` counts it. */
  readonly expects: Readonly<Record<string, string | number | boolean>>
  /** Files of the space that it wrote, by the path of their name in the JSON document, and what must stand in each. */
  readonly writes?: Readonly<Record<string, string>> | undefined
  /** What was shown, if all is as expected. */
  readonly detail: string
}

/** The words of a command; `'…'` is one word. */
export function words(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word)
}
