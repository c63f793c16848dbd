import { expect, test } from 'vitest'
import { parseRegistry } from './parse-registry.ts'

function callersOf(rule: string): { readonly callers: unknown; readonly unread: unknown; readonly codes: unknown } {
  const text = `agents:\n  a: {name: A, description: d, skills: [], ${rule}}\n`
  const { agents, findings } = parseRegistry(text, { file: 'agents.yaml' }).registry
  const agent = agents.get('a')
  return {
    callers: agent?.entry.can_be_called_by,
    unread: agent?.unread?.map(({ field, reason }) => `${field} ${reason}`),
    codes: findings.map(({ code }) => code),
  }
}

const nobody = 'can_be_called_by names nobody in a way that can be read'

test.each([
  ['can_be_called_by: {boss: true}', ['can_be_called_by should be a list of texts but is a map', nobody]],
  ['can_be_called_by: {}', ['can_be_called_by should be a list of texts but is a map', nobody]],
  ['can_be_called_by: [{agent: boss}]', ['can_be_called_by[0] should be text but is a map', nobody]],
  ['can_be_called_by: [[boss]]', ['can_be_called_by[0] should be text but is a list', nobody]],
  [
    'can_be_called_by: {called_by: {boss: true}}',
    ['can_be_called_by.called_by should be a list of texts but is a map', nobody],
  ],
  ['called_by: {boss: true}', ['called_by should be a list of texts but is a map', nobody]],
])('%s names nobody that can be read, which is not the same as an empty list', (rule, unread) => {
  expect(callersOf(rule)).toMatchObject({ unread, codes: expect.arrayContaining(['REGISTRY_FIELD_INVALID']) })
})

test('a map that names nobody under called_by may name somebody under another key', () => {
  expect(callersOf('can_be_called_by: {called_by: [], only: [boss]}').unread).toEqual([
    'can_be_called_by.only is none of called_by',
    nobody,
  ])
})

test.each([
  'can_be_called_by: []',
  'can_be_called_by: ',
  "can_be_called_by: ''",
  'can_be_called_by: [null]',
  'called_by: []',
  'can_be_called_by: {called_by: }',
])('%s says nothing', (rule) => {
  const { callers, unread } = callersOf(rule)
  expect(callers).toEqual([])
  expect(unread ?? []).not.toContain(nobody)
})

test('where somebody can be read, the rest is left out as before', () => {
  expect(callersOf('can_be_called_by: [{agent: boss}, user]')).toEqual({
    callers: ['user'],
    unread: ['can_be_called_by[0] should be text but is a map'],
    codes: ['REGISTRY_FIELD_INVALID'],
  })
  expect(callersOf('can_be_called_by: {boss: true}, called_by: [user]')).toMatchObject({ callers: ['user'] })
})
