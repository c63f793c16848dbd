import { type SpacePaths, readSettings } from '@datacortex/platform'
import { spaceError } from '@datacortex/space/errors'
import { utf8Text } from '@datacortex/text'
import { readStdin } from './read-stdin.ts'

/** The text of a note, without blank lines at its end. */
export async function noteText(paths: SpacePaths, given: string): Promise<string> {
  const text = given === '-' ? await fromStdin(paths) : given
  if (text.trim() !== '') return text.replace(/\s+$/, '')
  throw spaceError('CLI_USAGE', {
    message: 'There is no text. Nothing was written.',
    hint: 'Give it by --text "They come two days after the new moon.", or by stdin: --text -',
  })
}

async function fromStdin(paths: SpacePaths): Promise<string> {
  const { ingest } = await readSettings(paths)
  const text = utf8Text(await readStdin(process.stdin, { maxBytes: ingest.max_bytes }))
  if (text !== undefined && !text.includes('\0')) return text
  throw spaceError('CLI_USAGE', {
    message: 'What came from stdin is no UTF-8. Nothing was written.',
    hint: 'iconv -t UTF-8',
  })
}
