import { sha256 } from '../hash.ts'
import { visibleText } from '../visible-text.ts'

/** Something that a space wants of this machine, as one of its settings says. Nothing of it happens before its user allows it. */
export type Want = {
  /** Where it is written: `runners.claude`, `sources.wiki`. */
  readonly name: string
  /** What it would do: run programs or code, read outside of the space, send texts or secrets, reach private addresses, write what assistants obey. */
  readonly kind: 'runs' | 'reads' | 'sends' | 'reaches' | 'writes'
  /** What is written there, as JSON with everything unseen spelled out. */
  readonly value: string
  /** Of the name and the value: any change is another want. */
  readonly digest: string
}

export type AllowedWant = Pick<Want, 'name' | 'value' | 'digest'>

/**
 * A want, from where it is written and what is.
 * @param name - Such as `runners.claude`.
 * @param options - `kind`; `value`: anything that JSON can hold.
 * @example wantOf('plugins.source-files', { kind: 'reads', value: { folders: ['/home/ada/papers'] } })
 */
export function wantOf(name: string, { kind, value }: Pick<Want, 'kind'> & { readonly value: unknown }): Want {
  const text = JSON.stringify(value) ?? 'null'
  return { name: visibleText(name), kind, value: visibleText(text), digest: sha256(JSON.stringify([name, text])) }
}
