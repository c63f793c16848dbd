// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {ReputationRegistry} from "../src/ReputationRegistry.sol";
import {ReputationTest} from "./ReputationTest.sol";
import {vm} from "./Vm.sol";

contract ReputationRegistryTest is ReputationTest {
    // Covers: ReputationRegistry.getIdentityRegistry(), ReputationRegistry.getVersion()
    function test_tellsWhatItIs() public view {
        vm.assertEq(reputation.getIdentityRegistry(), address(identity));
        vm.assertEq(reputation.getVersion(), "2.0.0");
    }

    // Covers: ReputationRegistry.giveFeedback(uint256,int128,uint8,string,string,string,string,bytes32)
    // Covers: ReputationRegistry.readFeedback(uint256,address,uint64)
    // Covers: ReputationRegistry.NewFeedback(uint256,address,uint64,int128,uint8,string,string,string,string,string,bytes32)
    function test_keepsFeedback() public {
        vm.expectEmit(address(reputation));
        emit ReputationRegistry.NewFeedback(
            0, BOB, 1, -9977, 2, "uptime", "uptime", "week", "https://a.example", "ipfs://cid", keccak256("file")
        );
        vm.prank(BOB);
        reputation.giveFeedback(0, -9977, 2, "uptime", "week", "https://a.example", "ipfs://cid", keccak256("file"));
        (int128 value, uint8 valueDecimals, string memory tag1, string memory tag2, bool isRevoked) =
            reputation.readFeedback(0, BOB, 1);
        vm.assertEq(value, -9977);
        vm.assertEq(valueDecimals, 2);
        vm.assertEq(tag1, "uptime");
        vm.assertEq(tag2, "week");
        vm.assertEq(isRevoked, false);
    }

    // Covers: ReputationRegistry.getClients(uint256), ReputationRegistry.getLastIndex(uint256,address)
    function test_countsPerAgentAndClient() public {
        registerAs(ALICE);
        give(BOB, 1, 0, "", "");
        give(CAROL, 2, 0, "", "");
        give(BOB, 3, 0, "", "");
        vm.prank(BOB);
        reputation.giveFeedback(1, 4, 0, "", "", "", "", 0);
        vm.assertEq(reputation.getLastIndex(0, BOB), 2);
        vm.assertEq(reputation.getLastIndex(0, CAROL), 1);
        vm.assertEq(reputation.getLastIndex(1, BOB), 1);
        vm.assertEq(reputation.getLastIndex(1, CAROL), 0);
        vm.assertEq(reputation.getClients(0), pair(BOB, CAROL));
        vm.assertEq(reputation.getClients(1), only(BOB));
        vm.assertEq(reputation.getClients(2), nobody());
    }

    function test_takesNoFeedbackFromTheAgentsOwnPeople() public {
        vm.prank(ALICE);
        identity.approve(BOB, 0);
        vm.prank(ALICE);
        identity.setApprovalForAll(CAROL, true);
        address[3] memory people = [ALICE, BOB, CAROL];
        for (uint256 i = 0; i < people.length; i++) {
            expectMessage("Self-feedback not allowed");
            give(people[i], 100, 0, "", "");
        }
        // Whoever sold the agent is a client like any other.
        vm.prank(ALICE);
        identity.transferFrom(ALICE, address(0xDA7E), 0);
        give(ALICE, 100, 0, "", "");
        vm.assertEq(reputation.getClients(0), only(ALICE));
    }

    function test_refusesWhatIsOutOfBounds() public {
        expectMessage("too many decimals");
        give(BOB, 1, 19, "", "");
        expectMessage("value too large");
        give(BOB, 1e38 + 1, 0, "", "");
        expectMessage("value too large");
        give(BOB, -1e38 - 1, 0, "", "");
        expectMessage("value too large");
        give(BOB, type(int128).min, 0, "", "");
        expectNoAgent(1);
        vm.prank(BOB);
        reputation.giveFeedback(1, 1, 0, "", "", "", "", 0);
        give(BOB, 1e38, 18, "", "");
        give(BOB, -1e38, 18, "", "");
        vm.assertEq(reputation.getLastIndex(0, BOB), 2);
    }

    // Covers: ReputationRegistry.revokeFeedback(uint256,uint64)
    // Covers: ReputationRegistry.FeedbackRevoked(uint256,address,uint64)
    function test_revokes() public {
        give(BOB, 10, 0, "", "");
        give(BOB, 20, 0, "", "");
        vm.expectEmit(address(reputation));
        emit ReputationRegistry.FeedbackRevoked(0, BOB, 1);
        vm.prank(BOB);
        reputation.revokeFeedback(0, 1);
        (,,,, bool isRevoked) = reputation.readFeedback(0, BOB, 1);
        vm.assertTrue(isRevoked);
        expectSummary(only(BOB), "", "", 1, 20, 0);
        expectMessage("Already revoked");
        vm.prank(BOB);
        reputation.revokeFeedback(0, 1);
    }

    function test_revokesOnlyOnesOwn() public {
        give(BOB, 10, 0, "", "");
        expectMessage("index out of bounds");
        vm.prank(CAROL);
        reputation.revokeFeedback(0, 1);
        expectMessage("index out of bounds");
        vm.prank(BOB);
        reputation.revokeFeedback(0, 2);
        expectMessage("index must be > 0");
        vm.prank(BOB);
        reputation.revokeFeedback(0, 0);
    }

    // Covers: ReputationRegistry.appendResponse(uint256,address,uint64,string,bytes32)
    // Covers: ReputationRegistry.ResponseAppended(uint256,address,uint64,address,string,bytes32)
    function test_takesAnswersFromAnyone() public {
        give(BOB, 10, 0, "", "");
        vm.expectEmit(address(reputation));
        emit ReputationRegistry.ResponseAppended(0, BOB, 1, CAROL, "ipfs://answer", keccak256("answer"));
        vm.prank(CAROL);
        reputation.appendResponse(0, BOB, 1, "ipfs://answer", keccak256("answer"));
        expectMessage("Empty URI");
        reputation.appendResponse(0, BOB, 1, "", 0);
        expectMessage("index must be > 0");
        reputation.appendResponse(0, BOB, 0, "ipfs://answer", 0);
        expectMessage("index out of bounds");
        reputation.appendResponse(0, BOB, 2, "ipfs://answer", 0);
        expectMessage("index out of bounds");
        reputation.readFeedback(0, CAROL, 1);
        expectMessage("index must be > 0");
        reputation.readFeedback(0, BOB, 0);
    }

    // Covers: ReputationRegistry.getResponseCount(uint256,address,uint64,address[])
    function test_countsAnswers() public {
        give(BOB, 10, 0, "", "");
        give(BOB, 20, 0, "", "");
        give(CAROL, 30, 0, "", "");
        answer(ALICE, BOB, 1);
        answer(ALICE, BOB, 1);
        answer(CAROL, BOB, 1);
        answer(ALICE, BOB, 2);
        answer(BOB, CAROL, 1);
        vm.assertEq(reputation.getResponseCount(0, BOB, 1, nobody()), 3);
        vm.assertEq(reputation.getResponseCount(0, BOB, 1, only(ALICE)), 2);
        vm.assertEq(reputation.getResponseCount(0, BOB, 1, pair(ALICE, CAROL)), 3);
        vm.assertEq(reputation.getResponseCount(0, BOB, 0, nobody()), 4);
        vm.assertEq(reputation.getResponseCount(0, address(0), 0, nobody()), 5);
        vm.assertEq(reputation.getResponseCount(0, address(0), 1, nobody()), 4);
        vm.assertEq(reputation.getResponseCount(0, address(0), 0, only(BOB)), 1);
        vm.assertEq(reputation.getResponseCount(0, BOB, 3, nobody()), 0);
        vm.assertEq(reputation.getResponseCount(0, BOB, type(uint64).max, nobody()), 0);
        vm.assertEq(reputation.getResponseCount(1, address(0), 0, nobody()), 0);
    }

    // Covers: ReputationRegistry.readAllFeedback(uint256,address[],string,string,bool)
    function test_readsAll() public {
        give(BOB, 10, 0, "starred", "week");
        give(CAROL, 20, 1, "starred", "month");
        give(BOB, 30, 2, "uptime", "week");
        vm.prank(BOB);
        reputation.revokeFeedback(0, 1);
        expectRead(nobody(), "", "", true, [int128(10), 30, 20], 3);
        expectRead(nobody(), "", "", false, [int128(30), 20, 0], 2);
        expectRows(2);
        expectRead(only(CAROL), "", "", true, [int128(20), 0, 0], 1);
        expectRead(nobody(), "starred", "", true, [int128(10), 20, 0], 2);
        expectRead(nobody(), "starred", "month", true, [int128(20), 0, 0], 1);
        expectRead(nobody(), "", "week", true, [int128(10), 30, 0], 2);
        expectRead(nobody(), "reachable", "", true, [int128(0), 0, 0], 0);
    }

    function test_readsAllInColumns() public {
        give(BOB, 10, 0, "starred", "week");
        give(CAROL, 20, 1, "uptime", "month");
        vm.prank(CAROL);
        reputation.revokeFeedback(0, 1);
        (
            address[] memory clients,
            uint64[] memory feedbackIndexes,
            int128[] memory values,
            uint8[] memory valueDecimals,
            string[] memory tag1s,
            string[] memory tag2s,
            bool[] memory revokedStatuses
        ) = reputation.readAllFeedback(0, pair(CAROL, BOB), "", "", true);
        vm.assertEq(clients, pair(CAROL, BOB));
        vm.assertEq(feedbackIndexes[0], 1);
        vm.assertEq(values[0], 20);
        vm.assertEq(valueDecimals[0], 1);
        vm.assertEq(tag1s[0], "uptime");
        vm.assertEq(tag2s[1], "week");
        vm.assertTrue(revokedStatuses[0]);
        vm.assertEq(revokedStatuses[1], false);
    }
}
