import { expect, test } from 'vitest'
import { orgProperties, withoutDrawers } from './org-properties.ts'

test('what programs keep books by is no property for people', () => {
  const kept = {
    id: '1',
    CUSTOM_ID: '2',
    roam_aliases: '3',
    effort: '2h',
    archive_file: 'a',
    idea: 'dig',
    state_of: 'x',
  }
  expect(orgProperties(kept)).toBe('| Property | Value |\n| --- | --- |\n| idea | dig |\n| state_of | x |')
  expect(orgProperties({ id: '1' })).toBe('')
})

test.each([
  [':PROPERTIES:\n:ID: x\n:END:\nText', 'Text'],
  ['* A\n  :properties:\n  :ID: x\n\n  :end:\nText', '* A\nText'],
  [':PROPERTIES:\nText\n:END:', ':PROPERTIES:\nText\n:END:'],
  [':PROPERTIES:\n:ID: x', ':PROPERTIES:\n:ID: x'],
  [':LOGBOOK:\nText\n:END:', ':LOGBOOK:\nText\n:END:'],
])('%j is %j without drawers of properties', (source, text) => {
  expect(withoutDrawers(source)).toBe(text)
})
