import { expect, test } from 'vitest'
import { foreignHosts } from './foreign-hosts.ts'

test('this machine and what is known are not foreign', () => {
  const here = ['127.0.0.1:11434', '127.9.9.9', 'localhost', 'LOCALHOST:80', '[::1]:8080', '2130706433', '0x7f.1']
  expect(foreignHosts([...here, 'api.example.com'], { known: ['api.example.com'] })).toEqual([])
})

test.each([
  'api.example.com',
  'api.example.com:8443',
  'api.example.com.',
  'localhost.example.com',
  '127.0.0.1.example.com',
  '127.0.0.1@example.com',
  '10.0.0.1',
  '0.0.0.0',
  '[::]',
  '*',
  '',
  'no host',
])('%j is foreign', (host) => {
  expect(foreignHosts([host, host], { known: ['example.com', 'api.example.com:80'] })).toEqual([host])
})
