import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "addSources",
      "checkModuleCommand",
      "checkModuleTrust",
      "discoverModules",
      "emitHook",
      "examineCatalogue",
      "examineModule",
      "examinePlan",
      "grantedBy",
      "installModule",
      "isCodeAsked",
      "loadPlugin",
      "moduleApproval",
      "moduleCommand",
      "moduleError",
      "namedHosts",
      "openSubAgents",
      "packageCode",
      "planModuleInstall",
      "readAgentsToFind",
      "readCatalogue",
      "refuseBrokenCode",
      "removeModule",
      "sentSecrets",
      "singleCopyReason",
      "subAgentSettings",
      "syncModules",
    ]
  `)
})
