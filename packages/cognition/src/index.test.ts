import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "bringBack",
      "changeMemory",
      "checkIdentity",
      "checkMentions",
      "cognitionError",
      "consent",
      "discoverPeers",
      "discoveryKinds",
      "entryFiles",
      "examinePeers",
      "fittingPeers",
      "handshakeText",
      "identityWords",
      "initIdentity",
      "logMemory",
      "memoriesOf",
      "mention",
      "mindOf",
      "mindOfSender",
      "movedRun",
      "peerError",
      "pinnedBlocks",
      "readMemories",
      "readMind",
      "readPeers",
      "recall",
      "refuseMuted",
      "remember",
      "requireConsent",
      "requireSender",
      "setPeer",
      "stillHolds",
      "takeHandshake",
      "userMind",
    ]
  `)
})
