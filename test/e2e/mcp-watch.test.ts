import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connected } from './mcp-client.ts'
import { runJson } from './one-process.ts'
import { useSampleSpaceWithNotes } from './sample-space.ts'
import { temporaryCopy } from './temporary-folder.ts'

const space = useSampleSpaceWithNotes()
const heron = '# Heron\n\nA grey bird that stands in shallow water and waits for fish.\n'
const lime = '# Lime\n\nA mortar that hardens under water, even in the sea.\n'

/** A search is work too, so not at once after the one before. */
const often = { interval: 100 }

type Server = Awaited<ReturnType<typeof connected>>

/** Waits until a search by meaning has this note first. */
async function isFound({ call }: Server, query: string, path: string): Promise<void> {
  const first = async (): Promise<unknown> =>
    ((await call('search_notes', { query, top: 1 })).structuredContent as { results: { path: string }[] }).results[0]
      ?.path
  await expect.poll(first, often).toBe(path)
}

test('an assistant finds by meaning what an editor just saved, and no longer what it deleted', async () => {
  const root = await temporaryCopy(space().root)
  const server = await connected(root, '--watch', '--read-only')
  await writeFile(join(root, 'Heron.md'), heron)
  await isFound(server, 'animal with long legs that hunts fish', 'Heron.md')
  await writeFile(join(root, 'Heron.md'), lime)
  await isFound(server, 'cement for building a lighthouse', 'Heron.md')
  await rm(join(root, 'Heron.md'))
  await expect
    .poll(async () => JSON.stringify(await server.call('search_notes', { query: 'cement', top: 20 })), often)
    .not.toContain('Heron.md')
  await server.client.close()
  expect(await runJson(['index', '--dry-run'], { cwd: root })).toMatchObject({ state: 'fresh' })
})

test('agents follow their files while an assistant works, no matter who asks', async () => {
  const root = await temporaryCopy(space().root)
  const agent = (name: string): string => `---\nname: ${name}\ndescription: Does ${name}\n---\nPrompt.\n`
  await mkdir(join(root, 'crew'))
  await writeFile(join(root, 'crew/baker.md'), agent('baker'))
  await runJson(['import', 'crew'], { cwd: root })
  const server = await connected(root, '--watch', '--read-only')
  await writeFile(join(root, 'crew/miller.md'), agent('miller'))
  const registered = async (): Promise<string> => await readFile(join(root, '.datacore/registry/agents.yaml'), 'utf8')
  await expect.poll(registered, often).toContain('miller')
  await server.client.close()
})

test('of several servers one keeps the index in step, and another takes over when it is gone', async () => {
  const root = await temporaryCopy(space().root)
  const [one, other] = [await connected(root, '--watch'), await connected(root, '--watch')]
  await writeFile(join(root, 'Heron.md'), heron)
  await isFound(other, 'animal with long legs that hunts fish', 'Heron.md')
  await one.client.close()
  await writeFile(join(root, 'Lime.md'), lime)
  await isFound(other, 'cement for building a lighthouse', 'Lime.md')
  expect(await runJson(['index', '--dry-run'], { cwd: root })).toMatchObject({ state: 'fresh' })
})

test('a space that moves away is not made anew, and kept in step again when it is back', async () => {
  const root = await temporaryCopy(space().root)
  const server = await connected(root, '--watch')
  await writeFile(join(root, 'Lime.md'), lime)
  await isFound(server, 'cement for building a lighthouse', 'Lime.md')
  await rename(root, `${root}-away`)
  // By then it has done what it does about it.
  await expect.poll(server.stderr).toContain('the space was removed or replaced')
  expect(await server.call('search_notes', { query: 'cement' })).toMatchObject({ isError: true })
  await expect(rename(`${root}-away`, root)).resolves.toBeUndefined()
  await writeFile(join(root, 'Heron.md'), heron)
  await isFound(server, 'animal with long legs that hunts fish', 'Heron.md')
})
