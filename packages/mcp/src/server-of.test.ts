import { expect, test } from 'vitest'
import { connected } from './__fixtures__/connected.ts'
import { fakeOffer, fakeSpace, fakeTool, SecretError } from './__fixtures__/fake-space.ts'

const agent = (id: string) => ({ id, name: id.toUpperCase(), description: `Does ${id}` })
const note = { path: 'sea/Ebbe & Flut.md', title: 'Tides', type: 'note', modified: '2026-11-23T14:06:00.000Z' }

const space = fakeSpace({
  list_agents: () => ({
    agents: [...Array.from({ length: 501 }, (_, at) => agent(`a${at}`)), { ...agent('old'), deprecated: true }],
  }),
  agent_context: ({ agent: id, task }) => ({ prompt: `You are ${String(id)}.\u001b Do ${String(task)}.` }),
  recent_notes: ({ top }) => ({ notes: top === 100 ? [note] : [] }),
  read_notes: ({ notes }) => {
    if (String(notes) === 'nobody') throw new SecretError()
    return { notes: [{ path: 'a.org', text: `Text of ${String(notes)}` }] }
  },
})
const offer = fakeOffer({
  space,
  tools: ['list_agents', 'agent_context', 'recent_notes', 'read_notes'].map((name) => fakeTool(name)),
})

test('agents are prompts, in pages', async () => {
  const client = await connected(offer)
  const first = await client.listPrompts({ cursor: undefined })
  const all = first.prompts.map(({ name }) => name)
  expect([all.length, all[0], all.includes('old')]).toEqual([501, 'a0', false])
  expect(await client.getPrompt({ name: 'a7', arguments: { task: ' count tides ' } })).toMatchObject({
    messages: [{ role: 'user', content: { text: 'You are a7. Do count tides.' } }],
  })
  for (const task of ['', ' ', 'a\0b'])
    await expect(client.getPrompt({ name: 'a7', arguments: { task } })).rejects.toThrow('"task" is missing')
})

test('notes are resources, by their paths', async () => {
  const client = await connected(offer)
  const { resources } = await client.listResources()
  const uri = resources[0]?.uri ?? ''
  expect(resources).toMatchObject([{ uri: 'note:///sea/Ebbe%20%26%20Flut.md', mimeType: 'text/markdown' }])
  expect(await client.readResource({ uri })).toMatchObject({
    contents: [{ uri, mimeType: 'text/org', text: 'Text of sea/Ebbe & Flut.md' }],
  })
  await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow('There is nothing at')
  await expect(client.readResource({ uri: 'note:///nobody' })).rejects.toThrow('FAKE_SECRET')
})

test('who may not list and read has neither', async () => {
  const client = await connected({ ...offer, tools: [fakeTool('list_agents'), fakeTool('read_notes')] })
  expect(Object.keys(client.getServerCapabilities() ?? {})).toEqual(['tools', 'extensions'])
})
