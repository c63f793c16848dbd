import type { InputOf, OperationName } from '@datacortex/space'

/** The input of an operation as options of a command name its fields: `dry_run` is `--dry-run`. */
export type Given<Name extends OperationName> = {
  readonly [Field in keyof InputOf<Name> as OptionOf<Field & string>]: InputOf<Name>[Field]
}

type OptionOf<Field extends string> = Field extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<OptionOf<Rest>>}`
  : Field

/** What an operation is asked, of options without those that every command has. */
export function asked<Name extends OperationName>(given: Given<Name>): InputOf<Name> {
  const own = Object.entries(given).filter(([option]) => option !== 'root' && option !== 'json')
  const fields = own.map(([option, value]) => [
    option.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  return Object.fromEntries(fields) as InputOf<Name>
}
