// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {RegistryTest} from "./RegistryTest.sol";
import {vm} from "./Vm.sol";

/// @dev Each test starts with agent 0, which is Alice's.
abstract contract ReputationTest is RegistryTest {
    function setUp() public virtual override {
        super.setUp();
        registerAs(ALICE);
    }

    function give(address client, int128 value, uint8 decimals, string memory tag1, string memory tag2) internal {
        vm.prank(client);
        reputation.giveFeedback(0, value, decimals, tag1, tag2, "", "", 0);
    }

    function answer(address responder, address client, uint64 index) internal {
        vm.prank(responder);
        reputation.appendResponse(0, client, index, "ipfs://answer", 0);
    }

    function expectSummary(
        address[] memory clients,
        string memory tag1,
        string memory tag2,
        uint64 count,
        int128 value,
        uint8 decimals
    ) internal view {
        (uint64 actualCount, int128 actualValue, uint8 actualDecimals) = reputation.getSummary(0, clients, tag1, tag2);
        vm.assertEq(actualCount, count);
        vm.assertEq(actualValue, value);
        vm.assertEq(actualDecimals, decimals);
    }

    function expectRead(
        address[] memory clients,
        string memory tag1,
        string memory tag2,
        bool includeRevoked,
        int128[3] memory values,
        uint256 length
    ) internal view {
        (,, int128[] memory actual,,,,) = reputation.readAllFeedback(0, clients, tag1, tag2, includeRevoked);
        vm.assertEq(actual.length, length);
        for (uint256 i = 0; i < length; i++) {
            vm.assertEq(actual[i], values[i]);
        }
    }

    /// @dev All feedback on agent 0 that is not revoked is so many rows in every column.
    function expectRows(uint256 length) internal view {
        (
            address[] memory clients,
            uint64[] memory feedbackIndexes,
            int128[] memory values,
            uint8[] memory valueDecimals,
            string[] memory tag1s,
            string[] memory tag2s,
            bool[] memory revokedStatuses
        ) = reputation.readAllFeedback(0, nobody(), "", "", false);
        vm.assertEq(clients.length, length);
        vm.assertEq(feedbackIndexes.length, length);
        vm.assertEq(values.length, length);
        vm.assertEq(valueDecimals.length, length);
        vm.assertEq(tag1s.length, length);
        vm.assertEq(tag2s.length, length);
        vm.assertEq(revokedStatuses.length, length);
    }

    function pair(address one, address other) internal pure returns (address[] memory list) {
        list = new address[](2);
        list[0] = one;
        list[1] = other;
    }
}
