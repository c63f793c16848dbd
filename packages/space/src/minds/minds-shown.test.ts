import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { remember } from '../memory/remember.ts'
import type { Shown } from '../work.ts'
import { initIdentity } from './identity.ts'
import { recall } from './recall.ts'

test('what an agent recalls is ranked by meaning once the model is loaded, and by words before', async () => {
  const { work } = await workSpace({ agents: { watcher: {} } })
  await initIdentity.run(work, { agent: 'watcher', uid: '42' })
  for (const text of [
    'The harbour of the harbour master is a harbour.',
    'The harbour is covered with ice each winter.',
  ])
    await remember.run(work, { agent: 'watcher', text, topic: text.includes('ice') ? 'winter' : 'people' })
  let loads = 0
  const openModel: typeof work.openModel = async (...given) => {
    loads += 1
    return await work.openModel(...given)
  }
  const first = async (isLoaded: boolean) => {
    const asked = { ...work, openModel, isModelLoaded: () => isLoaded }
    const found = await recall.run(asked, { agent: 'watcher', query: 'is the harbour frozen in January' })
    return found.results[0]?.title
  }
  expect([await first(false), loads]).toEqual(['people', 0])
  expect([await first(true), loads]).toEqual(['winter', 1])
})

test.each([undefined, false, true])(
  'hooks are shown whole before they are written, and the answer counts: %s',
  async (answer) => {
    const { paths, work } = await workSpace({ agents: { watcher: {} } })
    await initIdentity.run(work, { agent: 'watcher', uid: '42' })
    const seen: string[] = []
    const confirm = async (question: string, shown?: Shown): Promise<boolean | undefined> => {
      seen.push(
        question,
        ...(shown !== undefined && 'files' in shown ? shown.files : []).map(
          ({ path, text }) => `${path}: ${String(text.includes('recall'))}`,
        ),
      )
      return await Promise.resolve(answer)
    }
    const ask = { confirm, mayRun: async () => await Promise.resolve(undefined) }
    const made = initIdentity.run({ ...work, ask }, { agent: 'watcher', assistant: 'claude-code' })
    const result = await made.then(
      ({ written }) => written,
      (error: unknown) => (error as { code: string }).code,
    )
    const files = ['.datacore/agents/watcher/hooks.mjs', '.claude/settings.json']
    expect(seen).toEqual(['Write these hooks for claude-code?', ...files.map((path) => `${path}: true`)])
    const written = typeof result === 'string' ? result : files.filter((file) => result.includes(file))
    expect(written).toEqual(answer === undefined ? 'CLI_ANSWER_NEEDED' : answer ? files : [])
    const isWritten = files.map((path) => existsSync(join(paths.root, path)))
    expect(isWritten).toEqual([answer === true, answer === true])
  },
)
