// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {ReputationTest} from "./ReputationTest.sol";
import {vm} from "./Vm.sol";

contract ReputationSummaryTest is ReputationTest {
    // Covers: ReputationRegistry.getSummary(uint256,address[],string,string)
    function test_averages() public {
        give(BOB, 80, 0, "starred", "");
        give(BOB, 91, 0, "starred", "");
        give(CAROL, 100, 0, "uptime", "");
        expectSummary(only(BOB), "", "", 2, 85, 0);
        expectSummary(pair(BOB, CAROL), "", "", 3, 90, 0);
        expectSummary(pair(BOB, CAROL), "starred", "", 2, 85, 0);
        expectSummary(pair(BOB, CAROL), "", "month", 0, 0, 0);
        expectSummary(only(ALICE), "", "", 0, 0, 0);
    }

    function test_needsClients() public {
        give(BOB, 80, 0, "", "");
        expectMessage("clientAddresses required");
        reputation.getSummary(0, nobody(), "", "");
    }

    function test_answersInTheMostFrequentDecimals() public {
        give(BOB, 9950, 2, "", "");
        give(BOB, 9850, 2, "", "");
        give(BOB, 97, 0, "", "");
        expectSummary(only(BOB), "", "", 3, 9833, 2);
        give(CAROL, 98, 0, "", "");
        // As often as 2: the smaller one.
        expectSummary(pair(BOB, CAROL), "", "", 4, 98, 0);
    }

    function test_roundsTowardZero() public {
        give(BOB, -3, 0, "", "");
        give(BOB, -4, 0, "", "");
        expectSummary(only(BOB), "", "", 2, -3, 0);
    }

    function test_tellsAverageThatDoesNotFitWithFewerDecimals() public {
        give(BOB, 1e38, 0, "", "");
        give(BOB, 1, 18, "", "");
        give(BOB, 1, 18, "", "");
        // A third of 1e38 has no place for 18 decimals.
        expectSummary(only(BOB), "", "", 3, 33333333333333333333333333333333333333, 0);
    }

    function testFuzz_isTheValueWhereThereIsOne(int128 value, uint8 decimals) public {
        value = bounded(value);
        decimals %= 19;
        give(BOB, value, decimals, "", "");
        expectSummary(only(BOB), "", "", 1, value, decimals);
    }

    function testFuzz_isBetweenTheLeastAndTheMost(int128[8] memory values, uint8 decimals) public {
        decimals %= 19;
        int128 least = type(int128).max;
        int128 most = type(int128).min;
        int256 sum;
        for (uint256 i = 0; i < values.length; i++) {
            int128 value = bounded(values[i]);
            give(BOB, value, decimals, "", "");
            if (value < least) least = value;
            if (value > most) most = value;
            sum += value;
        }
        (uint64 count, int128 average, uint8 actualDecimals) = reputation.getSummary(0, only(BOB), "", "");
        vm.assertEq(count, 8);
        vm.assertEq(actualDecimals, decimals);
        vm.assertEq(average, sum / 8);
        vm.assertTrue(average >= least && average <= most);
    }

    function testFuzz_neverFails(int128[6] memory values, uint8[6] memory decimals, uint256 revoked) public {
        uint64 expected;
        for (uint64 i = 0; i < values.length; i++) {
            give(BOB, bounded(values[i]), decimals[i] % 19, "", "");
            if ((revoked >> i) & 1 == 0) {
                expected++;
                continue;
            }
            vm.prank(BOB);
            reputation.revokeFeedback(0, i + 1);
        }
        (uint64 count,, uint8 actualDecimals) = reputation.getSummary(0, only(BOB), "", "");
        vm.assertEq(count, expected);
        vm.assertTrue(actualDecimals <= 18);
    }

    function bounded(int128 value) private pure returns (int128) {
        return value % (1e38 + 1);
    }
}
