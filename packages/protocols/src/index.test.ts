import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "NostrEvent",
      "announcementKinds",
      "askRelays",
      "deletionsIn",
      "isFuture",
      "kinds",
      "latestDefinitions",
      "npubOf",
      "ownersOf",
      "protocolError",
      "readAnnouncement",
      "readDefinition",
      "readReference",
      "referenceOf",
      "tagsOf",
      "tenexScore",
    ]
  `)
})
