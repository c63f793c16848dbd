import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "approveCommand",
      "approveModule",
      "checkModuleCommand",
      "checkModuleTrust",
      "commandApproval",
      "discoverModules",
      "emitHook",
      "examineCatalogue",
      "examineModule",
      "examinePlan",
      "grantedBy",
      "installModule",
      "isCodeAsked",
      "isCommandApproved",
      "isModuleApproved",
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
      "singleCopyReason",
      "subAgentSettings",
      "syncModules",
    ]
  `)
})
