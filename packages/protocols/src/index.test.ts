import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "NostrEvent",
      "agentRegistryId",
      "cardSignatures",
      "checkEvent",
      "dataUriText",
      "decodeHeader",
      "definitionSlug",
      "definitionTags",
      "deletionsIn",
      "identityName",
      "isFuture",
      "isSignature",
      "kinds",
      "latestDefinitions",
      "localChainId",
      "networks",
      "newest",
      "parseAgentRegistry",
      "protocolsError",
      "provesDomain",
      "readCard",
      "readCatalog",
      "readDefinition",
      "readDocument",
      "readRegistration",
      "tagOf",
      "tagsOf",
      "unsignedCard",
      "verifyCard",
    ]
  `)
})
