import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createSpace, ownPaths } from '@datacortex/platform'
import { type Space, openSpace } from '@datacortex/space'
import type { Bench, Benchmark, Check } from './measure/benchmark.ts'
import { median, quantile } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'

/** Following imported folders that did not change: a sync beside importing again, and `find` beside one that follows none. */
export const syncSpeed: Benchmark = {
  name: 'sync-speed',
  async run(bench) {
    const rows: (readonly string[])[] = []
    const checks: Check[] = []
    for (const [agents, mostMs] of [
      [158, 3],
      [1332, 20],
    ] as const) {
      bench.tell(`importing ${agents} made-up agents twice`)
      await using followed = await spaceWith(bench, { agents, isFollowed: true })
      await using alone = await spaceWith(bench, { agents, isFollowed: false })
      bench.tell('asking in turn')
      const query = (round: number): object => ({ task: `the thing number ${round} has to be done with care` })
      const find = await interleaved(
        {
          followed: async (round) => await followed.call('find', query(round)),
          alone: async (round) => await alone.call('find', query(round)),
        },
        { rounds: 60, warmUp: 10 },
      )
      const sync = await interleaved({ sync: async () => await followed.agents.sync({}) }, { rounds: 30, warmUp: 3 })
      const again = await interleaved({ again: async () => await followed.agents.import({}) }, { rounds: 3, warmUp: 0 })
      const more = median(find.followed) - median(find.alone)
      const ms = (values: readonly number[]): string => median(values).toFixed(1)
      const [syncMs, againMs] = [median(sync.sync), median(again.again)]
      rows.push([
        `${agents}`,
        ms(sync.sync),
        ms(again.again),
        (syncMs / againMs).toFixed(3),
        ms(find.followed),
        ms(find.alone),
        more.toFixed(1),
      ])
      checks.push({
        what: `find among ${agents} agents, more than without roots`,
        value: more,
        target: { atMost: mostMs },
        unit: ' ms',
      })
      if (agents === 1332)
        checks.push({
          what: 'sync of 1,332 unchanged agents, p50',
          value: quantile(sync.sync, 0.5),
          target: { atMost: 150 },
          unit: ' ms',
        })
    }
    const columns = ['agents', 'sync', 'import again', 'sync to import', 'find', 'find without roots', 'more']
    return { tables: [{ title: 'Roots that did not change, milliseconds (p50)', columns, rows }], checks }
  },
}

async function spaceWith(
  bench: Bench,
  { agents, isFollowed }: { readonly agents: number; readonly isFollowed: boolean },
): Promise<Space> {
  const folder = await bench.makeFolder()
  const from = join(folder, 'agents')
  for (let index = 0; index < agents; index += 1) {
    const file = join(from, `${index % 40}`, `agent-${index}.md`)
    await mkdir(dirname(file), { recursive: true })
    const body = 'You are an expert at things, and say what you do.\n'.repeat(40)
    await writeFile(
      file,
      `---\nname: agent-${index}\ndescription: Does the thing number ${index} with care\n---\n${body}`,
    )
  }
  // In the space, so that nothing is written into the folder of the user.
  const paths = ownPaths((await createSpace(folder)).paths)
  const space = await openSpace(paths.root, { isTrusted: true, openModel: () => Promise.resolve(bench.embedder) })
  await space.agents.import({ from: [from] })
  if (!isFollowed) await rm(join(paths.datacore, 'registry/roots.json'), { force: true })
  return space
}
