import { isTestFile, publicPackages, readText, sourcesOf } from './workspace.ts'

/** A code of the tables of errors, as its source has it. */
export type Code = {
  readonly code: string
  readonly file: string
  readonly folder: string
  /** What to do, where that is the same in every case. */
  readonly hint: string | undefined
}

/** Every code of every package. */
export const codes: readonly Code[] = publicPackages.flatMap((one) =>
  sourcesOf(one)
    .filter((file) => !isTestFile(file))
    .flatMap((file) => {
      const text = readText(file).replace(/\/\*\*[\s\S]*?\*\//g, '')
      const entry = /(?:super|new CodedError)\(\s*'([^']+)'|^ {2}(\w+): \{\s+(?:\/\/.*\s+)*(?=message:)/gm
      return [...text.matchAll(entry)].map((match) => ({
        code: match[1] ?? match[2] ?? '',
        file,
        folder: one.folder,
        hint: match[2] === undefined ? undefined : hintIn(text.slice(match.index).split('\n  },')[0] ?? ''),
      }))
    }),
)

function hintIn(entry: string): string | undefined {
  const [, , quoted] = /^ {4}hint:\s+(['"`])((?:[^\\]|\\.)*?)\1,$/m.exec(entry) ?? []
  return quoted?.includes('${') === true ? undefined : quoted?.replaceAll(/\\(.)/g, '$1')
}
