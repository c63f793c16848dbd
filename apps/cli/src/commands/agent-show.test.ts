import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { agentShow } from './agent-show.ts'

test('people are shown by what tasks reach an agent, and whom it hands them to', async () => {
  const { context } = await commandSpace({
    agents: {
      writer: {
        triggers: { tags: [':AI:write:'], commands: ['/write', 'draft'], patterns: ['write .*', 'a|b'] },
        delegates_to: ['other'],
        spawns: ['helper'],
      },
      other: {},
    },
  })
  const { lines } = await agentShow(context, { agent: 'writer' })
  const rows = Object.fromEntries(lines.map((line) => [line.split(/\s/, 1)[0], line.replace(/^\S+\s+/, '')]))
  expect(rows).toMatchObject({
    tags: ':AI:write:',
    commands: '/write draft',
    patterns: 'write .* · a|b',
    spawns: 'helper',
    delegates: 'other',
  })
  expect((await agentShow(context, { agent: 'other' })).lines.join('\n')).not.toMatch(
    /^(?:commands|patterns|delegates)/m,
  )
})
