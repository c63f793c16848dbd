import { type SyncRemote, type SyncStreams, answerOf, linesOf, newLines, streamOf } from './sync-streams.ts'

/** Files that several machines share, by their names; a change is made anew where somebody else was first. */
export type SharedFiles = {
  readonly read: () => Promise<ReadonlyMap<string, string>>
  readonly change: <T>(
    make: (files: ReadonlyMap<string, string>) => {
      readonly result: T
      readonly files: ReadonlyMap<string, string>
      readonly message: string
    },
  ) => Promise<T>
}

/**
 * Where machines meet at files, one for each stream, that grow and never change.
 * @example filesRemote(await openGitFolder({ folder, branch: 'runs' }), space)
 */
export function filesRemote(shared: SharedFiles, space: string): SyncRemote {
  const streamsIn = (files: ReadonlyMap<string, string>): SyncStreams =>
    new Map(
      [...files].flatMap(([name, text]) => {
        const stream = streamOf(name)
        return stream === undefined ? [] : [[stream, linesOf(text)] as const]
      }),
    )
  return {
    exchange: async ({ lines, have }) => {
      if (lines.length === 0) return answerOf(streamsIn(await shared.read()), have)
      return await shared.change((files) => {
        const added = newLines(streamsIn(files), lines, space)
        const changed = new Map(
          [...added].map(([stream, own]) => {
            const name = `${stream}.jsonl`
            return [name, `${files.get(name) ?? ''}${own.map((line) => `${line}\n`).join('')}`]
          }),
        )
        return { result: answerOf(streamsIn(new Map([...files, ...changed])), have), files: changed, message: 'runs' }
      })
    },
  }
}
