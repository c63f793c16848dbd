import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "NostrEvent",
      "agentRegistryId",
      "announcementKinds",
      "askRelays",
      "cardSignatures",
      "dataUriText",
      "decodeHeader",
      "deletionsIn",
      "identityName",
      "isFuture",
      "isSignature",
      "kinds",
      "latestDefinitions",
      "localChainId",
      "networks",
      "npubOf",
      "ownersOf",
      "parseAgentRegistry",
      "protocolError",
      "provesDomain",
      "readAnnouncement",
      "readCard",
      "readCatalog",
      "readDefinition",
      "readDocument",
      "readReference",
      "readRegistration",
      "referenceOf",
      "tagsOf",
      "tenexScore",
      "unsignedCard",
      "verifyCard",
    ]
  `)
})
