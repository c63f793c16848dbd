import { expect, test, vi } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { agentContext } from './agent-context.ts'
import { agentRun } from './agent-run.ts'

const secret = ['0-personal/diary/day.md', '0-personal/diary/night.md']
const reads = { required: [...secret, '0-personal/gone.md'] }

test('an agent is told how much there is above its level and not what; a person is told all', async () => {
  const runners = { default: 'tee', tee: { plugin: 'runner-command', command: ['tee'] } }
  const { context } = await commandSpace({
    agents: { low: { spawns: ['high'] }, high: { reads } },
    settings: { runners, privacy: { paths: { '0-personal/diary/**': 'private' }, agents: { high: 'private' } } },
  })
  const reported = async (): Promise<readonly unknown[]> => {
    const asked = { agent: 'high', task: 'the tide' }
    const results = [
      await agentContext(context, { ...asked, expand: 0 }),
      await agentRun(context, { ...asked, calledBy: 'user', dryRun: true }),
    ]
    return results.map(({ data, lines }) => JSON.stringify([Object(data).left_out, lines]))
  }
  for (const text of await reported()) for (const path of reads.required) expect(text).toContain(path)
  vi.stubEnv('DATACORTEX_EXECUTION', 'exec-now')
  vi.stubEnv('DATACORTEX_CHAIN', 'low')
  for (const text of await reported()) {
    expect(text).not.toContain('diary')
    expect(text).toContain('"reason":"2 parts are above the level of the agent"')
    expect(text).toContain('left out   privacy: 2 parts are above the level of the agent')
    expect(text).toContain('0-personal/gone.md')
  }
})
