import { createWritesBroker, undoWrites } from '@datacortex/platform'
import type { SearchHit, SearchPort } from '@datacortex/memory'
import { expect, test } from 'vitest'
import { filePool } from './__fixtures__/file-reader.ts'
import { extractKnowledge, knowledgeSpace, signal } from './__fixtures__/knowledge-space.ts'

const url = 'https://garden.example.org/compost'
const folder = '0-personal/3-knowledge/zettel'
const [nine, twelve] = ['nine', 'twelve'].map(
  (months) => `${folder}/finished-compost-smells-like-forest-soil-after-${months}-months.md`,
) as [string, string]
const parts = `${folder}/a-compost-heap-needs-two-parts-of-brown-material-to-one-part-of-green-material.md`

function compost(months: string): string {
  return `# Composting basics\n\nA compost heap needs two parts of brown material to one part of green material. The heap reaches sixty degrees within a week when it is turned. Meat and cooked food attract rats and stay out of the heap. Finished compost smells like forest soil after ${months} months.\n`
}

/** A space with a page in two versions, and a memory that knows the zettels of the first. */
async function changedSpace(): Promise<
  Awaited<ReturnType<typeof knowledgeSpace>> & {
    readonly change: (text: string) => ReturnType<typeof extractKnowledge>
  }
> {
  const pages: Record<string, string> = { [url]: compost('nine') }
  const indexed: (readonly [string, string])[] = []
  const search: SearchPort = (_, { limit }) =>
    Promise.resolve(indexed.slice(0, limit).map(([path, snippet]) => hitOf(path, snippet)))
  const space = await knowledgeSpace({}, { subAgents: filePool({ pages }), search })
  await extractKnowledge({ kind: 'url', url }, space.ports, { signal })
  for (const path of [nine, parts]) indexed.push([path, (/^# (.*)$/m.exec(await space.read(path)) ?? [])[1] ?? ''])
  const change = async (text: string): ReturnType<typeof extractKnowledge> => {
    pages[url] = text
    return await extractKnowledge({ kind: 'url', url }, space.ports, { signal })
  }
  return { ...space, change }
}

test('what a source no longer says is marked, does not suppress what it says now, and is not listed', async () => {
  const { change, read } = await changedSpace()
  const [result] = await change(compost('twelve').replace('sixty', 'seventy'))
  expect(result).toMatchObject({ status: 'success', zettels_created: [twelve] })
  expect(result?.findings).toMatchObject([{ code: 'KNOWLEDGE_ZETTEL_SUPERSEDED', severity: 'info', subject: nine }])
  expect(await read(nine)).toContain(`status: superseded\n`)
  expect(await read(nine)).toContain(`superseded_by: "[[${twelve.slice(0, -3)}|Finished compost`)
  // Its statement still stands there, though not with the words around it.
  expect(await read(parts)).not.toContain('superseded')
  const note = await read(result?.literature_note ?? '')
  const section = note.slice(note.indexOf('## Zettels'), note.indexOf('## My notes'))
  expect(
    section
      .split('## Whole text')[0]
      ?.match(/\[\[[^|]+/g)
      ?.map((link) => `${link.slice(2)}.md`),
  ).toEqual([twelve, parts])
  expect(note).not.toContain('after-nine-months')
})

test('a zettel that only links to an older one does not say what that said', async () => {
  const { change, ports } = await changedSpace()
  const snippet = `A compost heap needs two parts.\n\n## Related\n\n- [[${nine.slice(0, -3)}|Finished compost smells like forest soil after nine months]]`
  Object.assign(ports, { search: () => Promise.resolve([hitOf(parts, snippet)]) })
  expect(await change(compost('twelve'))).toMatchObject([{ zettels_created: [twelve] }])
})

test('what a source says again loses its mark', async () => {
  const { change, read } = await changedSpace()
  const before = await read(nine)
  await change(compost('twelve'))
  await change(compost('nine'))
  expect(await read(nine)).toBe(before)
  expect(await read(twelve)).toContain(`superseded_by: "[[${nine.slice(0, -3)}|`)
})

test('of a zettel that a person worked on only the front matter changes, and not the status they gave it', async () => {
  const { change, read, write } = await changedSpace()
  const edited = `${(await read(nine)).replace('status: candidate', 'status: evergreen # mine')}\nI tried it. [[Leaf mould]]\n`
  await write(nine, edited.replaceAll('\n', '\r\n'))
  await change(compost('twelve'))
  const after = await read(nine)
  expect(after.replaceAll(/superseded_by: .*\r\n/g, '')).toBe(edited.replaceAll('\n', '\r\n'))
  expect(after).toMatch(/\r\nsuperseded_by: .*\r\n/)
})

test('a zettel that a person brought up to date is no older one', async () => {
  const { change, read, write } = await changedSpace()
  const edited = (await read(nine)).replaceAll('nine months', 'twelve months')
  await write(nine, edited)
  await change(compost('twelve'))
  expect(await read(nine)).toBe(edited)
})

test('a person who edits during the run keeps the edit, and the mark comes beside it', async () => {
  const { change, read, write, ports } = await changedSpace()
  const edited = `${await read(nine)}\nWritten meanwhile.\n`
  const writeAll = ports.writes.writeAll
  let times = 0
  Object.assign(ports, {
    writes: {
      ...ports.writes,
      writeAll: async (...call: Parameters<typeof writeAll>) => {
        if (times === 0) await write(nine, edited)
        times += 1
        return await writeAll(...call)
      },
    },
  })
  expect((await change(compost('twelve')))[0]).toMatchObject({ status: 'success' })
  expect(await read(nine)).toContain('Written meanwhile.')
  expect(await read(nine)).toContain('superseded_by:')
})

test('the mark is taken back with the rest of a run', async () => {
  const { change, read, root, ports } = await changedSpace()
  const before = await read(nine)
  const writes = createWritesBroker({ root, grants: ['0-personal/**'] })
  Object.assign(ports, { writes })
  await change(compost('twelve'))
  expect(await read(nine)).not.toBe(before)
  await undoWrites(writes.run, { root })
  expect(await read(nine)).toBe(before)
})

test('where a long title stays the same, the statement below it does not', async () => {
  const long = (months: string): string =>
    `# Composting basics\n\nFinished compost smells like forest soil after a long winter and a wet spring under a roof of boards and ${months} months of rest.\n`
  const { change, read } = await changedSpace()
  const [first] = await change(long('nine'))
  const [second] = await change(long('twelve'))
  const made = [first, second].map((result) => result?.zettels_created.find((path) => path.includes('finished')) ?? '')
  expect(new Set(made).size).toBe(2)
  expect(await read(made[0] ?? '')).toContain('status: superseded')
  expect(await read(made[1] ?? '')).toContain('boards and twelve months')
})

function hitOf(path: string, snippet: string): SearchHit {
  return { id: path, path, title: 'Compost', type: 'zettel', score: 0.9, hop: 0, snippet, origin: 'local' }
}
