import { join } from 'node:path'
import { coldPort } from '@datacortex/memory'
import { expect, test } from 'vitest'
import { agentSpace } from './__fixtures__/agent-space.ts'
import { tokenizer } from './__fixtures__/load-writer.ts'
import { loadContext } from './load-context.ts'
import { promptOwners, promptPlace } from './read-prompt.ts'

const files = {
  '.datacore/registry/agents.yaml': `agents:
  tide-writer: {name: Tide writer, description: Explains., source: ./agents/tide-writer.md, reads: {required: ["agents/t*.md"]}}
  cake: {name: Cake, description: Bakes., source: agents/cake.md}
  baker: {name: Baker, description: Bakes., source: agents/cake.md, reads: {required: [agents/tide-writer.md]}}
  remote: {name: Remote, description: Far away., source: "https://example.org/agent.json"}
  bare: {name: Bare, description: Has no source.}
`,
  'agents/tide-writer.md': '---\nname: tide-writer\n---\n\nYou explain tides at harbours.\n',
  'agents/cake.md': 'You bake for harbours at spring tides and always speak as a pirate.\n',
  'notes/t.md': '# Spring tides\n\nSpring tides at harbours come after full moon.\n',
}

test('a context has no prompt for knowledge, and its own one once', async () => {
  const { paths, registry } = await agentSpace(files)
  const options = { registry, task: 'Explain spring tides at harbours', memory: coldPort(paths), tokenizer }
  const kinds = ({ parts }: Awaited<ReturnType<typeof loadContext>>): readonly string[] =>
    parts.slice(0, -2).map(({ kind, origin }) => `${kind} ${origin}`)
  const writer = await loadContext(paths, { ...options, agent: 'tide-writer' })
  expect(kinds(writer)).toEqual(['prompt ./agents/tide-writer.md', 'search notes/t.md'])
  expect(writer.left_out).toEqual([
    { origin: 'agents/tide-writer.md', reason: 'it is in the context as a whole already (found as required)' },
    { origin: 'agents/tide-writer.md', reason: 'it is in the context as a whole already (found as search)' },
    {
      origin: 'agents/cake.md',
      reason: 'it is the prompt of cake, which is no knowledge; an entry that requires it gets it',
    },
  ])
  const baker = await loadContext(paths, { ...options, agent: 'baker' })
  expect(kinds(baker)).toEqual(['prompt agents/cake.md', 'required agents/tide-writer.md', 'search notes/t.md'])
})

test('prompts are known by their place in the space, however their source is written', async () => {
  const { paths, registry } = await agentSpace(files)
  const ownerOf = promptOwners(paths, registry)
  expect(['agents/tide-writer.md', 'agents/cake.md', 'notes/t.md', ''].map(ownerOf)).toEqual([
    'tide-writer',
    'cake',
    undefined,
    undefined,
  ])
  expect(promptPlace(paths, { source: join(paths.root, 'agents', 'cake.md') })).toBe('agents/cake.md')
  expect(promptPlace(paths, { source: '/elsewhere/cake.md' })).toBeUndefined()
})
