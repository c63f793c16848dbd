import { resolveAgent } from '@datacortex/registry'
import { diffComm } from 'node-diff3'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { agent } from '../schema.ts'
import { showAgent } from './show-agent.ts'

type Version = { readonly version: string; readonly hash: string }
type Piece = { readonly kind: 'same' | 'removed' | 'added'; readonly lines: readonly string[] }

const version = z.string().min(1).max(200)

export const compareVersions = operation({
  input: z.strictObject({
    agent,
    from: version.optional().describe('A version or the beginning of its hash; the one before `to` if left out.'),
    to: version.optional().describe('As `from`; what the agent is now if left out.'),
  }),
  output: z.looseObject({
    id: z.string(),
    pieces: z.array(z.looseObject({ kind: z.enum(['same', 'removed', 'added']), lines: z.array(z.string()) })),
  }),
  run: async (work, { agent: wanted, from, to }) => {
    const { executionError, readVersionText, versionNow } = await import('@datacortex/execution')
    const { paths, catalogue } = work
    const { agent: found } = resolveAgent((await catalogue()).registry, wanted)
    const { performance } = await showAgent.run(work, { agent: wanted })
    const { text, ...now } = await versionNow(paths, found)
    const versions: (Version & { readonly text: string })[] = [{ ...now, text }]
    for (const { version: name, hash = '' } of performance?.version_history ?? []) {
      const kept = hash === now.hash ? undefined : await readVersionText(paths, hash)
      if (kept !== undefined) versions.push({ version: name, hash, text: kept })
    }
    const known = versions.map((one) => `${one.version} (${one.hash.slice(0, 8)})`)
    const placeOf = (name: string): number => {
      const place = versions.findIndex((one) => one.version === name || one.hash.startsWith(name))
      if (place < 0) throw executionError('EXECUTION_VERSION_UNKNOWN', { agent: found.id, version: name, known })
      return place
    }
    const last = to === undefined ? 0 : placeOf(to)
    const [newer, older] = [versions[last], versions[from === undefined ? last + 1 : placeOf(from)]]
    if (newer === undefined || older === undefined)
      throw executionError('EXECUTION_VERSION_UNKNOWN', { agent: found.id, version: undefined, known: [] })
    const side = ({ version: name, hash }: Version): Version => ({ version: name, hash })
    return { id: found.id, from: side(older), to: side(newer), pieces: piecesOf(older.text, newer.text) }
  },
})

function piecesOf(older: string, newer: string): readonly Piece[] {
  return diffComm(older.split('\n'), newer.split('\n')).flatMap((piece): Piece[] => {
    if ('common' in piece) return [{ kind: 'same', lines: piece.common }]
    const both: Piece[] = [
      { kind: 'removed', lines: piece.buffer1 },
      { kind: 'added', lines: piece.buffer2 },
    ]
    return both.filter(({ lines }) => lines.length > 0)
  })
}
