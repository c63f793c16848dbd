import { nameFileKinds } from './name-file-kinds.ts'

/** Each part again and again; few enough parts that one of them that explodes is not lost among the others. */
function repeated(parts: readonly string[]): (size: number) => () => unknown {
  return (size) => {
    const requests = parts.map((part) => part.repeat(size))
    return () => requests.map(nameFileKinds)
  }
}

/** Folders and endings. */
export const paths: (size: number) => () => unknown = repeated(
  'a/|.|/a.|~|a.|/a.md&|/a.md文|/a.b&|文/|文|/a.md|a.b文|/a.md |.md|.a'.split('|'),
)

/** Blanks, escaped or not. */
export const blanks: (size: number) => () => unknown = repeated('\\ |a\\ |/a |a |/ |~/a |a/b |~/a b/c '.split('|'))

/** What opens and is not closed, or the other way round. */
export const brackets: (size: number) => () => unknown = repeated(
  '"/a|"|"/a.b|(a|(/|a(|(a)|a\'|\'/a|“/a|\'"`/a|"~/a.md" '.split('|'),
)

/** What may be an address, and marks that stand beside a path. */
export const addresses: (size: number) => () => unknown = repeated(
  'a://|a:/|file:|:|https://a |a.cloud/|=/|=|@|@/a.md|?/a.|e\u0301|\u0301|#|*'.split('|'),
)
