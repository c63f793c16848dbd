import { expect, test } from 'vitest'
import { sampleAgent } from '../publish/__fixtures__/sample-agent.ts'
import { bearerSecurity } from './bearer-security.ts'
import { agentCard } from './build-card.ts'
import { card03 } from './card-0-3.ts'

test('the same card in the form of 0.3', () => {
  const { card } = agentCard(sampleAgent(), { url: 'https://agents.example.org', ...bearerSecurity() })
  expect(card03(card)).toMatchInlineSnapshot(`
    {
      "additionalInterfaces": [
        {
          "transport": "JSONRPC",
          "url": "https://agents.example.org/agents/writer/a2a",
        },
        {
          "transport": "HTTP+JSON",
          "url": "https://agents.example.org/agents/writer/a2a",
        },
      ],
      "capabilities": {
        "pushNotifications": true,
        "streaming": true,
      },
      "defaultInputModes": [
        "text/plain",
        "text/markdown",
        "text/csv",
        "text/html",
        "application/json",
        "application/pdf",
        "image/png",
        "image/jpeg",
        "image/webp",
        "audio/mpeg",
        "audio/wav",
      ],
      "defaultOutputModes": [
        "text/markdown",
        "text/plain",
        "application/json",
      ],
      "description": "Writes and edits texts.",
      "name": "Writer",
      "preferredTransport": "JSONRPC",
      "protocolVersion": "0.3.0",
      "security": [
        {
          "bearer": [
            "a2a",
          ],
        },
      ],
      "securitySchemes": {
        "bearer": {
          "scheme": "Bearer",
          "type": "http",
        },
      },
      "skills": [
        {
          "description": "Drafts a note on a topic.",
          "examples": [
            "Draft a note on tides",
            "Write about spring tides",
          ],
          "id": "drafting",
          "inputModes": [
            "text/plain",
          ],
          "name": "Drafting",
          "outputModes": [
            "text/markdown",
          ],
          "tags": [
            "writing",
            "notes",
          ],
        },
      ],
      "url": "https://agents.example.org/agents/writer/a2a",
      "version": "1.2.0",
    }
  `)
})

test('other kinds of security and the extended card keep their meaning', () => {
  const { card } = agentCard(sampleAgent(), {
    url: 'https://agents.example.org',
    capabilities: { extendedAgentCard: true },
    securitySchemes: {
      key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } },
      open: { openIdConnectSecurityScheme: { openIdConnectUrl: 'https://id.example.org' } },
    },
  })
  expect(card03(card)).toMatchObject({
    capabilities: {},
    supportsAuthenticatedExtendedCard: true,
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      open: { type: 'openIdConnect', openIdConnectUrl: 'https://id.example.org' },
    },
  })
})
