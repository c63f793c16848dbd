import { readFile } from 'node:fs/promises'
import { CodedError } from '@datacortex/errors'
import { type SpacePaths, resolveInside, systemErrorCode } from '@datacortex/platform'
import { splitFrontMatter } from '@datacortex/text'

/** The text of a file of the space, of a canvas what is written on it; undefined if it is not there. */
export async function textOf(paths: SpacePaths, path: string): Promise<string | undefined> {
  try {
    const file = await resolveInside(paths.root, path)
    if (!/\.canvas$/i.test(path)) return await readFile(file, 'utf8')
    const { readPassage } = await import('@datacortex/notes')
    return (await readPassage({ path, file }))?.text
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' || CodedError.is(error, 'MEMORY_NOTE_UNREADABLE')) return undefined
    throw error
  }
}

/** What a note says in the words of its person, each line in its place. */
export async function userText(text: string, { path }: { readonly path: string }): Promise<string> {
  // All of the front matter: long lists of authors come before the mark.
  const head = splitFrontMatter(text)?.yaml ?? text.slice(0, 2000)
  if (/^(?:taint: external|research: r-)/m.test(head)) return ''
  if (!/\.org$/i.test(path)) return text
  const { withoutResearch } = await import('@datacortex/research')
  return withoutResearch(text)
}
