import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "CallRefusedError",
      "DelegateRefusedError",
      "RoutingInvalidError",
      "SpawnCycleError",
      "SpawnDepthError",
      "SpawnRefusedError",
      "TaskEmptyError",
      "checkCall",
      "checkDelegate",
      "checkSpawn",
      "confirmRouting",
      "createRouter",
      "forgetRouting",
      "learnedUtterances",
      "readRoutings",
      "routeThreshold",
      "spawnDepth",
      "tagsFirst",
    ]
  `)
})
