import { expect, test } from 'vitest'
import { orgProperties, withoutDrawers, withoutFileDrawer } from './org-properties.ts'

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

const block = '#+begin_src org\n#+end_quote\n:PROPERTIES:\n:ID: sample\n:END:\n#+END_SRC'

test.each([
  [':PROPERTIES:\n:ID: x\n:END:\nText', 'Text'],
  ['* A\n  :properties:\n  :ID: x\n\n  :end:\nText', '* A\nText'],
  [':PROPERTIES:\nText\n:END:', ':PROPERTIES:\nText\n:END:'],
  [':PROPERTIES:\n:ID: x', ':PROPERTIES:\n:ID: x'],
  [':LOGBOOK:\nText\n:END:', ':LOGBOOK:\nText\n:END:'],
  [`${block}\n:PROPERTIES:\n:ID: x\n:END:\nText`, `${block}\nText`],
  [':PROPERTIES:\n#+begin_src\n:PROPERTIES:\n:END:', ':PROPERTIES:\n#+begin_src\n:PROPERTIES:\n:END:'],
])('%j is %j without drawers of properties', (source, text) => {
  expect(withoutDrawers(source)).toBe(text)
})

test.each([
  [':PROPERTIES:\n:ID: x\n:END:\nText', 'Text'],
  ['\n# hm\n#\n#+title: Den\n:PROPERTIES:\n:ID: x\n:END:\n* A', '\n# hm\n#\n#+title: Den\n* A'],
  [block, block],
  ['Text\n:PROPERTIES:\n:ID: x\n:END:', 'Text\n:PROPERTIES:\n:ID: x\n:END:'],
  [':PROPERTIES:\nText\n:END:', ':PROPERTIES:\nText\n:END:'],
  [':PROPERTIES:\n:ID: x', ':PROPERTIES:\n:ID: x'],
  ['#+title: Den', '#+title: Den'],
])('%j is %j without the drawer of the file', (source, text) => {
  expect(withoutFileDrawer(source)).toBe(text)
})
