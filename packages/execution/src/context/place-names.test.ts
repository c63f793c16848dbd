import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { temporaryFolder } from './__fixtures__/agent-space.ts'
import { type PlaceNames, orgFilesOf, placeNames, writesIn } from './place-names.ts'

const knowledgeLocations = {
  personal: { inbox: '0-personal/org/inbox.org', zettel: '0-personal/zettel/' },
  org: { inbox: '{space}/org/inbox.org', tracks: '{space}/1-tracks/' },
  routing: { personal_indicators: ['my notes'], org_indicators: ['company'] },
  library: 'books',
}

async function spaceOf(...folders: readonly string[]): Promise<SpacePaths> {
  const paths = ownPaths(spacePaths(await temporaryFolder()))
  for (const folder of folders) await mkdir(join(paths.root, folder))
  return paths
}

async function meaning(
  paths: SpacePaths,
  task: string,
  { required = ['inbox', '{space}/a.md'], space }: { required?: readonly string[]; space?: string } = {},
): Promise<PlaceNames> {
  return await placeNames(paths, { knowledgeLocations, required, task, space })
}

test('one organisation is the one that {space} means; personal places come first', async () => {
  const paths = await spaceOf('0-personal', '1-acme', 'other')
  const { locations, required, leftOut } = await meaning(paths, 'Sort the inbox.')
  expect(locations).toEqual({
    inbox: '0-personal/org/inbox.org',
    'personal.inbox': '0-personal/org/inbox.org',
    'org.inbox': '1-acme/org/inbox.org',
    zettel: '0-personal/zettel/',
    'personal.zettel': '0-personal/zettel/',
    tracks: '1-acme/1-tracks/',
    'org.tracks': '1-acme/1-tracks/',
    library: 'books',
  })
  expect(required).toEqual(['inbox', '1-acme/a.md'])
  expect(leftOut).toEqual([])
})

test.each([
  ['Write to Acme.', undefined, '1-acme'],
  ['Look into 2-data-fund.', undefined, '2-data-fund'],
  ['Look into the data fund.', undefined, '2-data-fund'],
  ['Write to Acme.', '2-data-fund', '2-data-fund'],
  ['Write to Acme.', 'data-fund', '2-data-fund'],
])('%s with %s means %s', async (task, space, folder) => {
  const paths = await spaceOf('0-personal', '1-acme', '2-data-fund')
  const { locations, required } = await meaning(paths, task, space === undefined ? {} : { space })
  expect(locations['inbox']).toBe(`${folder}/org/inbox.org`)
  expect(required).toEqual(['inbox', `${folder}/a.md`])
})

test.each([
  ['caf\u00e9', 'cafe\u0301'],
  ['cafe\u0301', 'caf\u00e9'],
  // Vowel signs are marks without a letter of their own.
  ['हिन्दी', 'हिन्दी'],
])('a folder 1-%s is named by %s, in either form of Unicode', async (folder, word) => {
  const paths = await spaceOf('0-personal', `1-${folder}`, '2-beta', '3-ह-न-द')
  expect((await meaning(paths, `Write for ${word}.`)).required).toEqual(['inbox', `1-${folder}/a.md`])
  expect((await meaning(paths, 'Write.', { space: word })).required).toEqual(['inbox', `1-${folder}/a.md`])
})

test('words of the registry tell personal from organisation', async () => {
  const paths = await spaceOf('0-personal', '1-acme')
  expect((await meaning(paths, 'Sort the company inbox.')).locations['inbox']).toBe('1-acme/org/inbox.org')
  expect((await meaning(paths, 'In my notes on Acme, sort.')).locations['inbox']).toBe('0-personal/org/inbox.org')
  expect((await meaning(paths, 'Accompany me.')).locations['inbox']).toBe('0-personal/org/inbox.org')
})

test('without a single meaning nothing is guessed, and it is said', async () => {
  const paths = await spaceOf('0-personal', '1-acme', '2-beta')
  const required = ['org.inbox', 'tracks', '{space}/a.md', 'knowledge_locations.personal.inbox', 'inbox']
  const none = await meaning(paths, 'Sort.', { required })
  expect(none.required).toEqual(['personal.inbox', 'inbox'])
  const reason = 'the task names none of the spaces 1-acme, 2-beta'
  expect(none.leftOut).toEqual(['org.inbox', 'tracks', '{space}/a.md'].map((origin) => ({ origin, reason })))
  expect((await meaning(paths, 'Look into the tracks.', { required: [] })).leftOut).toEqual([
    { origin: 'tracks', reason },
  ])
  const both = await meaning(paths, 'Bring Acme and Beta together.', { required: ['inbox'] })
  expect(both.leftOut).toEqual([{ origin: 'inbox', reason: 'the task names several spaces: 1-acme, 2-beta' }])
  const alone = await meaning(await spaceOf('0-personal'), 'Sort.', { required: ['tracks'] })
  expect(alone.leftOut).toEqual([
    { origin: 'tracks', reason: 'there is no space of an organisation that {space} could mean' },
  ])
})

test('what lies in the space of the task is meant by a path without a space', async () => {
  const paths = await spaceOf('0-personal', '0-personal/org', '1-acme')
  await writeFile(join(paths.root, '0-personal/org/next_actions.org'), '* TODO\n')
  const required = ['org/next_actions.org', 'org/inbox.org', '1-acme/org/next_actions.org', '../a.md']
  expect((await meaning(paths, 'Sort.', { required, space: '0-personal' })).required).toEqual([
    '0-personal/org/next_actions.org',
    ...required.slice(1),
  ])
  expect((await meaning(paths, 'Sort.', { required })).required).toEqual(required)
  const locations = { personal: { journal: 'journal/' }, org: { zettel: '{space}/zettel/' } }
  const writes = ['notes/zettel/', 'journal', 'zettel', '1-acme/a.md', '.datacore/x', '../b']
  expect(await writesIn(paths, writes, { space: 'personal', locations })).toEqual([
    ...writes,
    '0-personal/notes/zettel/',
    '0-personal/journal/',
  ])
  expect(await writesIn(paths, writes, { space: undefined, locations })).toBe(writes)
})

test('the org files of a space are known by their names where no place of the registry says otherwise', async () => {
  const paths = await spaceOf('0-personal', '0-personal/org')
  await writeFile(join(paths.root, '0-personal/org/next_actions.org'), '* TODO\n')
  const asked = { task: 'What are my next actions?', refusal: () => undefined }
  const names = await meaning(paths, asked.task, { space: '0-personal' })
  expect([...orgFilesOf(paths, { ...asked, names })]).toEqual([['next_actions', '0-personal/org/next_actions.org']])
  const elsewhere = { ...names, locations: { next_actions: '0-personal/gone.org' } }
  expect(orgFilesOf(paths, { ...asked, names: elsewhere }).size).toBe(0)
})

test('a space that is not there is an error that names those that are', async () => {
  const paths = await spaceOf('0-personal', '1-acme')
  await expect(meaning(paths, 'Sort.', { space: 'nowhere' })).rejects.toMatchObject({
    code: 'EXECUTION_SPACE_UNKNOWN',
    hint: 'There are 0-personal, 1-acme.',
  })
})
