import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connected, useConnection } from './mcp-client.ts'
import { useSampleSpaceWithNotes } from './sample-space.ts'
import { temporaryCopy } from './temporary-folder.ts'

const space = useSampleSpaceWithNotes()
const connection = useConnection(() => space().root)

test('an agent is a prompt that takes a task, and comes with what the space knows of it', async () => {
  const { client } = await connected(space().root, '--read-only')
  const { prompts, nextCursor } = await client.listPrompts()
  expect(prompts).toContainEqual({
    name: 'research-librarian',
    title: expect.any(String),
    description: expect.any(String),
    arguments: [{ name: 'task', description: expect.any(String), required: true }],
  })
  expect(nextCursor).toBeUndefined()
  const task = 'why is the water highest after a full moon'
  const { messages } = await client.getPrompt({ name: 'research-librarian', arguments: { task } })
  expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: expect.stringContaining(task) } }])
  expect(messages).toMatchObject([{ content: { text: expect.stringMatching(/pulls of sun and moon/) } }])
})

test('former agents are no prompts, and many agents come in pages', async () => {
  const root = await temporaryCopy(space().root)
  const entries = Array.from({ length: 600 }, (_, at) => {
    const description = `Sorts boxes of kind ${at}.`
    return [`many-${at}`, at === 7 ? { description, deprecated: true } : { description }]
  })
  await writeFile(
    join(root, '.datacore/registry/agents.yaml'),
    JSON.stringify({ version: '1.0', agents: Object.fromEntries(entries) }),
  )
  const { client } = await connected(root)
  // The client follows the cursors itself.
  const names = (await client.listPrompts()).prompts.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
  expect(names.filter((name) => name.startsWith('many-'))).toHaveLength(599)
  expect(names).not.toContain('many-7')
})

test.each([
  ['nobody', { task: 'x' }, /REGISTRY_AGENT_NOT_FOUND: .*nobody/],
  ['research-librarian', { task: '  ' }, /The argument "task" is missing/],
  ['research-librarian', undefined, /The argument "task" is missing/],
  ['--help', { task: '--json' }, /REGISTRY_AGENT_NOT_FOUND/],
])('the prompt %s with %j is refused with a reason', async (name, args, reason) => {
  const { client } = connection()
  await expect(client.getPrompt({ name, arguments: args })).rejects.toThrow(reason)
  expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0)
})

test('a note is a resource: the last ones are listed, all are read by path, title or section', async () => {
  const root = await temporaryCopy(space().root)
  const odd = 'notes of C# & 100%.md'
  await writeFile(join(root, odd), '# Sharp\n\nFirst.\n\n## Part\n\nSecond.\n')
  await writeFile(join(root, 'list.org'), '* A heading\n')
  const { client } = await connected(root)
  const { resources } = await client.listResources()
  const listed = resources.find(({ name }) => name === odd)
  expect(listed).toEqual({
    uri: 'note:///notes%20of%20C%23%20%26%20100%25.md',
    name: odd,
    title: 'Sharp',
    description: 'note',
    mimeType: 'text/markdown',
    annotations: { lastModified: expect.stringMatching(/^\d{4}-.*Z$/) },
  })
  expect(resources.find(({ name }) => name === 'list.org')).toMatchObject({ mimeType: 'text/org' })
  const { resourceTemplates } = await client.listResourceTemplates()
  expect(resourceTemplates).toMatchObject([{ uriTemplate: 'note:///{+path}' }])
  const textOf = async (uri: string): Promise<unknown> => (await client.readResource({ uri })).contents
  const whole = [{ mimeType: 'text/markdown', text: '# Sharp\n\nFirst.\n\n## Part\n\nSecond.' }]
  expect(await textOf(listed?.uri ?? '')).toMatchObject(whole)
  expect(await textOf('note:///Sharp')).toMatchObject(whole)
  expect(await textOf('note:///Sharp#Part')).toMatchObject([{ text: '## Part\n\nSecond.' }])
})

test.each([
  ['note:///nobody', /CLI_NOTE_UNKNOWN/],
  ['note:///../../etc/passwd', /CLI_NOTE_UNKNOWN/],
  ['file:///etc/passwd', /There is nothing at/],
  ['note:///%', /There is nothing at/],
  ['note:///', /There is nothing at/],
  ['note:///a%00b', /There is nothing at/],
])('the resource %s is refused with a reason', async (uri, reason) => {
  const { client } = connection()
  await expect(client.readResource({ uri })).rejects.toThrow(reason)
})
