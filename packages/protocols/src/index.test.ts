import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "NostrEvent",
      "announcementKinds",
      "askRelays",
      "checkEvent",
      "definitionTags",
      "deletionsIn",
      "discoveryTags",
      "eventReference",
      "isFuture",
      "kinds",
      "latestDefinitions",
      "newest",
      "npubOf",
      "ownersOf",
      "protocolError",
      "publicKeyOf",
      "publishTo",
      "readAnnouncement",
      "readDefinition",
      "readDiscovery",
      "readReference",
      "referenceOf",
      "refuseSecret",
      "tagOf",
      "tagsOf",
      "tenexScore",
      "versionOf",
    ]
  `)
})
