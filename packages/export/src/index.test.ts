import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "agentCard",
      "aiCatalog",
      "bearerSecurity",
      "createSigningKey",
      "domainProof",
      "exportAgents",
      "exportCards",
      "exportCatalog",
      "exportError",
      "exportFinder",
      "exportRegistrations",
      "importKeystore",
      "keySet",
      "keystoreAddress",
      "lintRegistration",
      "listKeystores",
      "listNetworks",
      "newKeystore",
      "parseBaseUrl",
      "planKeystore",
      "provenAgents",
      "publishedJson",
      "publishedPaths",
      "rateAgents",
      "readDataUri",
      "readReputation",
      "readSigningKey",
      "recoverAgents",
      "registerAgents",
      "registrationFile",
      "selectAgents",
      "signCard",
      "startLocalChain",
      "statusAgents",
      "updateAgents",
      "verifyAgents",
      "wellKnownPaths",
    ]
  `)
})
