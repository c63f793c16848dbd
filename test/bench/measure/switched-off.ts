import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A rule of the ranking that can be switched off where its source stands. */
export type Rule = {
  readonly name: string
  /** Below the folder of the packages. */
  readonly file: string
  /** An expression of that file, which stands there once. */
  readonly from: string
  /** What stands in its place when it is off. */
  readonly off: string
}

/** Lets each rule be switched off while the program runs; files that are loaded later alone are changed. */
export function switchable(rules: readonly Rule[]): { readonly switchOff: (name: string | undefined) => void } {
  const packages = fileURLToPath(new URL('../../../packages/', import.meta.url))
  // Looked up first, so that a rule that is gone from the source is no row of zeros.
  for (const { name, file, from } of rules)
    if (readFileSync(`${packages}${file}`, 'utf8').split(from).length !== 2)
      throw new Error(`${file} does not have the rule "${name}" once: ${from}`)
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      const own = rules.filter(({ file }) => url.endsWith(`/packages/${file}`))
      if (own.length === 0) return loaded
      const source = own.reduce(
        (text, { name, from, off }) =>
          text.replace(from, () => `(globalThis.switchedOff === ${JSON.stringify(name)} ? ${off} : ${from})`),
        readFileSync(fileURLToPath(url), 'utf8'),
      )
      return { ...loaded, source }
    },
  })
  return { switchOff: (name) => void Reflect.set(globalThis, 'switchedOff', name) }
}
