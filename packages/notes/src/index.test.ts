import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "LinkResolver",
      "copiedNote",
      "dailyNote",
      "decodeNote",
      "findNote",
      "foldNoteTag",
      "isCanvasFile",
      "isEarlierVersion",
      "isNoteFile",
      "linkGraph",
      "linkNotes",
      "linkedAs",
      "meansNote",
      "mostNoteBytes",
      "normaliseNoteTag",
      "noteHead",
      "noteName",
      "notePlace",
      "otherFiles",
      "pageName",
      "parseNote",
      "passageOf",
      "planHeadingRename",
      "planNoteMove",
      "readNote",
      "readNoteBytes",
      "readNoteRules",
      "readNoteStore",
      "readPassage",
      "scanNotes",
      "scanWantedNotes",
      "sectionOf",
      "tagsAbove",
      "toGraphNote",
      "withDailyNotes",
      "withoutNoteEnding",
    ]
  `)
})
