import { testMindImplementation } from './test-mind-implementation.ts'

testMindImplementation(undefined, { level: 3 })
