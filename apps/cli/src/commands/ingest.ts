import { resolve } from 'node:path'
import { type SpacePaths, readSettings } from '@datacortex/platform'
import type { InputOf } from '@datacortex/space'
import { ingestLines } from '@datacortex/space/words'
import { spaceError } from '@datacortex/space/errors'
import { readStdin } from '../arguments/read-stdin.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'

export type IngestOptions = Pick<InputOf<'ingest'>, 'space' | 'concurrency' | 'companions' | 'index'> & {
  readonly inputs: readonly string[]
  /** What content from stdin is called. */
  readonly name?: string | undefined
  readonly dryRun?: true | undefined
}

export async function ingest(context: Context, options: IngestOptions): Promise<CommandResult> {
  const { inputs, name, space: folder, concurrency, companions, index, dryRun } = options
  const isPiped = inputs.includes('-')
  if (name !== undefined && !isPiped)
    throw spaceError('CLI_USAGE', {
      message: '--name is for what comes from stdin.',
      hint: 'Leave it out, or: datacortex ingest - --name NAME < file',
    })
  if (isPiped && inputs.length > 1)
    throw spaceError('CLI_USAGE', { message: 'stdin is read alone.', hint: 'datacortex ingest - < file' })
  const space = await spaceOf(context)
  const data = await space.ingest({
    ...(isPiped ? { contents: [{ name, base64: await piped(space.paths) }] } : { inputs: inputs.map(place) }),
    space: folder,
    concurrency,
    companions,
    index,
    dry_run: dryRun,
  })
  return { data, lines: ingestLines(data), exitCode: data.ok ? 0 : 1 }
}

async function piped(paths: SpacePaths): Promise<string> {
  const { max_bytes: maxBytes } = (await readSettings(paths)).ingest
  return Buffer.from(await readStdin(process.stdin, { maxBytes })).toString('base64')
}

/** Where somebody is who names a file; what is none stays for the space to refuse. */
function place(input: string): string {
  return input.trim() === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(input) ? input : resolve(input)
}
