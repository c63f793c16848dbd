// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {ReputationRegistry} from "../src/ReputationRegistry.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {vm} from "./Vm.sol";

/// @dev Three clients of two agents, and what should be kept of what they say.
contract ReputationClients is RegistryTest {
    address[3] public clients = [ALICE, BOB, CAROL];
    mapping(uint256 agentId => mapping(address client => uint64)) public given;
    mapping(uint256 agentId => mapping(address client => uint64)) public counted;
    mapping(uint256 agentId => mapping(address client => int256)) public sums;
    mapping(uint256 agentId => uint64) public answers;

    constructor() {
        setUp();
        // Agent 0 is Alice's, agent 1 is Bob's; Carol is an operator of Bob's.
        registerAs(ALICE);
        registerAs(BOB);
        vm.prank(BOB);
        identity.setApprovalForAll(CAROL, true);
    }

    function registry() external view returns (ReputationRegistry) {
        return reputation;
    }

    function give(uint256 which, uint256 who, int128 value) external {
        uint256 agentId = which % 2;
        address client = clients[who % 3];
        value %= 1e38 + 1;
        bool isOwn = identity.isAuthorizedOrOwner(client, agentId);
        if (isOwn) expectMessage("Self-feedback not allowed");
        vm.prank(client);
        reputation.giveFeedback(agentId, value, 0, "", "", "", "", 0);
        if (isOwn) return;
        given[agentId][client]++;
        counted[agentId][client]++;
        sums[agentId][client] += value;
    }

    function revoke(uint256 which, uint256 who, uint64 index) external {
        uint256 agentId = which % 2;
        address client = clients[who % 3];
        if (given[agentId][client] == 0) return;
        index = 1 + index % given[agentId][client];
        (int128 value,,,, bool isRevoked) = reputation.readFeedback(agentId, client, index);
        if (isRevoked) expectMessage("Already revoked");
        vm.prank(client);
        reputation.revokeFeedback(agentId, index);
        if (isRevoked) return;
        counted[agentId][client]--;
        sums[agentId][client] -= value;
    }

    function respond(uint256 which, uint256 who, uint256 responder, uint64 index) external {
        uint256 agentId = which % 2;
        address client = clients[who % 3];
        if (given[agentId][client] == 0) return;
        vm.prank(clients[responder % 3]);
        reputation.appendResponse(agentId, client, 1 + index % given[agentId][client], "ipfs://answer", 0);
        answers[agentId]++;
    }
}

contract ReputationInvariantsTest {
    struct Selectors {
        address addr;
        bytes4[] selectors;
    }

    ReputationClients private _clients;

    function setUp() public {
        _clients = new ReputationClients();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_clients);
    }

    /// @dev It is public for the tests that inherit it.
    function excludeSelectors() external view returns (Selectors[] memory excluded) {
        excluded = new Selectors[](1);
        excluded[0].addr = address(_clients);
        excluded[0].selectors = new bytes4[](1);
        excluded[0].selectors[0] = RegistryTest.setUp.selector;
    }

    /// @dev One campaign for all: each of them would play the same game again.
    function invariant_reputation() public view {
        countsWhatWasGivenAndNotRevoked();
        listsEachClientOnce();
        keepsTheAgentsPeopleOut();
        countsEveryAnswer();
    }

    function countsWhatWasGivenAndNotRevoked() private view {
        ReputationRegistry registry = _clients.registry();
        for (uint256 agentId = 0; agentId < 2; agentId++) {
            for (uint256 i = 0; i < 3; i++) {
                address client = _clients.clients(i);
                address[] memory list = new address[](1);
                list[0] = client;
                (uint64 count, int128 average,) = registry.getSummary(agentId, list, "", "");
                vm.assertEq(registry.getLastIndex(agentId, client), _clients.given(agentId, client));
                vm.assertEq(count, _clients.counted(agentId, client));
                int256 sum = _clients.sums(agentId, client);
                vm.assertEq(average, count == 0 ? int256(0) : sum / int256(uint256(count)));
            }
        }
    }

    function listsEachClientOnce() private view {
        ReputationRegistry registry = _clients.registry();
        for (uint256 agentId = 0; agentId < 2; agentId++) {
            uint256 expected;
            uint256 all;
            for (uint256 i = 0; i < 3; i++) {
                uint64 given = _clients.given(agentId, _clients.clients(i));
                if (given > 0) expected++;
                all += given;
            }
            vm.assertEq(registry.getClients(agentId).length, expected);
            (address[] memory rows,,,,,,) = registry.readAllFeedback(agentId, new address[](0), "", "", true);
            vm.assertEq(rows.length, all);
        }
    }

    function keepsTheAgentsPeopleOut() private view {
        ReputationRegistry registry = _clients.registry();
        vm.assertEq(registry.getLastIndex(0, _clients.clients(0)), 0);
        vm.assertEq(registry.getLastIndex(1, _clients.clients(1)), 0);
        vm.assertEq(registry.getLastIndex(1, _clients.clients(2)), 0);
    }

    function countsEveryAnswer() private view {
        ReputationRegistry registry = _clients.registry();
        for (uint256 agentId = 0; agentId < 2; agentId++) {
            uint64 count = registry.getResponseCount(agentId, address(0), 0, new address[](0));
            vm.assertEq(count, _clients.answers(agentId));
        }
    }
}
