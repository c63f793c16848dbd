import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutProtocol } from './without-protocol.ts'

const shortened = (name: string, description: string): string => withoutProtocol({ name, description })(description)

test.each([
  ['Time MCP Server', 'A Model Context Protocol server that tells time.', 'A that tells time.'],
  ['time', 'A Model Context Protocol (MCP) server for time', 'A for time'],
  ['time', 'This is an unofficial TypeScript-based MCP server: time', 'This is an unofficial TypeScript-based: time'],
  ['time', 'clock-it is a MCP service based on NTP', 'clock-it is a service based on NTP'],
  ['MCP Server Time', 'Tells time over MCP to any MCP client', 'Tells time over to any client'],
  ['Office-Time-MCP-Server', 'MCP servers (Model Context Protocol) tell time', 'tell time'],
])('%s: %s', (name, description, expected) => {
  expect(shortened(name, description)).toBe(expected)
})

test.each([
  ['mcp-developer', 'Builds an MCP server for any API'],
  ['mcp-expert', 'An MCP server developer that knows the Model Context Protocol'],
  ['reviewer', 'Use it when an MCP server that you wrote fails'],
  ['MCP tester', 'Tests MCP servers, and each MCP server by itself'],
  ['time', 'Tells time'],
])('is about such servers, or none: %s: %s', (name, description) => {
  expect(shortened(name, description)).toBe(description)
})

test('a text that says nothing else stays', () => {
  expect(withoutProtocol({ name: 'MCP', description: '' })('MCP')).toBe('MCP')
  expect(withoutProtocol({ name: 'x MCP', description: '' })('MCP server (MCP).')).toBe('MCP server (MCP).')
})

test('any text becomes no longer', () => {
  const words = fc.constantFrom('MCP', 'server', 'servers', '(MCP)', 'Model Context Protocol', 'a', 'is', '.', ',', 'é')
  fc.assert(
    fc.property(fc.array(words), (parts) => {
      const text = parts.join(' ')
      const result = withoutProtocol({ name: 'x MCP', description: text })(text)
      expect(result.length).toBeLessThanOrEqual(text.length)
      expect(withoutProtocol({ name: 'x MCP', description: text })(result).length).toBeLessThanOrEqual(result.length)
    }),
  )
})
