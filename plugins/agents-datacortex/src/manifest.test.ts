import { fileURLToPath } from 'node:url'
import { testManifest } from '@datacortex/testkit'

testManifest(fileURLToPath(new URL('..', import.meta.url)))
