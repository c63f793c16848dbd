// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {ValidationRegistry} from "../src/ValidationRegistry.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {vm} from "./Vm.sol";

contract ValidationRegistryTest is RegistryTest {
    bytes32 private constant FIRST = keccak256("first");
    bytes32 private constant SECOND = keccak256("second");

    function setUp() public override {
        super.setUp();
        registerAs(ALICE);
        registerAs(ALICE);
    }

    // Covers: ValidationRegistry.getIdentityRegistry(), ValidationRegistry.getVersion()
    function test_tellsWhatItIs() public view {
        vm.assertEq(validation.getIdentityRegistry(), address(identity));
        vm.assertEq(validation.getVersion(), "2.0.0");
    }

    // Covers: ValidationRegistry.validationRequest(address,uint256,string,bytes32)
    // Covers: ValidationRegistry.ValidationRequest(address,uint256,string,bytes32)
    // Covers: ValidationRegistry.getAgentValidations(uint256), ValidationRegistry.getValidatorRequests(address)
    function test_asks() public {
        vm.expectEmit(address(validation));
        emit ValidationRegistry.ValidationRequest(BOB, 1, "ipfs://work", FIRST);
        ask(ALICE, BOB, 1, FIRST);
        ask(ALICE, CAROL, 1, SECOND);
        bytes32[] memory both = new bytes32[](2);
        (both[0], both[1]) = (FIRST, SECOND);
        bytes32[] memory first = new bytes32[](1);
        first[0] = FIRST;
        vm.assertEq(validation.getAgentValidations(1), both);
        vm.assertEq(validation.getAgentValidations(0), new bytes32[](0));
        vm.assertEq(validation.getValidatorRequests(BOB), first);
        vm.assertEq(validation.getValidatorRequests(ALICE), new bytes32[](0));
        expectStatus(FIRST, BOB, 1, 0, 0, "", block.timestamp);
    }

    function test_letsOnlyTheAgentsPeopleAsk() public {
        expectMessage("Not authorized");
        ask(BOB, BOB, 1, FIRST);
        expectNoAgent(2);
        ask(ALICE, BOB, 2, FIRST);
        expectMessage("bad validator");
        ask(ALICE, address(0), 1, FIRST);
        vm.prank(ALICE);
        identity.approve(CAROL, 1);
        ask(CAROL, BOB, 1, FIRST);
        expectMessage("exists");
        ask(ALICE, CAROL, 0, FIRST);
    }

    // Covers: ValidationRegistry.validationResponse(bytes32,uint8,string,bytes32,string)
    // Covers: ValidationRegistry.ValidationResponse(address,uint256,bytes32,uint8,string,bytes32,string)
    // Covers: ValidationRegistry.getValidationStatus(bytes32)
    function test_answersAsOftenAsTheValidatorLikes() public {
        ask(ALICE, BOB, 1, FIRST);
        vm.warp(block.timestamp + 60);
        vm.expectEmit(address(validation));
        emit ValidationRegistry.ValidationResponse(BOB, 1, FIRST, 80, "ipfs://answer", keccak256("answer"), "soft");
        answer(BOB, FIRST, 80, "soft");
        expectStatus(FIRST, BOB, 1, 80, keccak256("answer"), "soft", block.timestamp);
        vm.warp(block.timestamp + 60);
        answer(BOB, FIRST, 0, "hard");
        expectStatus(FIRST, BOB, 1, 0, keccak256("answer"), "hard", block.timestamp);
    }

    function test_refusesAnswers() public {
        ask(ALICE, BOB, 1, FIRST);
        expectMessage("not validator");
        answer(CAROL, FIRST, 80, "");
        expectMessage("unknown");
        answer(BOB, SECOND, 80, "");
        expectMessage("resp>100");
        answer(BOB, FIRST, 101, "");
        expectMessage("unknown");
        validation.getValidationStatus(SECOND);
    }

    // Covers: ValidationRegistry.getSummary(uint256,address[],string)
    function test_averagesTheAnswers() public {
        ask(ALICE, BOB, 1, FIRST);
        ask(ALICE, CAROL, 1, SECOND);
        expectSummary(nobody(), "", 0, 0);
        answer(BOB, FIRST, 0, "hard");
        expectSummary(nobody(), "", 1, 0);
        answer(CAROL, SECOND, 75, "soft");
        expectSummary(nobody(), "", 2, 37);
        expectSummary(only(CAROL), "", 1, 75);
        expectSummary(nobody(), "hard", 1, 0);
        expectSummary(only(CAROL), "hard", 0, 0);
        expectSummary(only(ALICE), "", 0, 0);
    }

    function testFuzz_averagesAnything(uint8[8] calldata responses) public {
        uint256 sum;
        for (uint256 i = 0; i < responses.length; i++) {
            ask(ALICE, BOB, 0, bytes32(i));
            answer(BOB, bytes32(i), responses[i] % 101, "");
            sum += responses[i] % 101;
        }
        (uint64 count, uint8 average) = validation.getSummary(0, nobody(), "");
        vm.assertEq(count, 8);
        vm.assertEq(average, sum / 8);
    }

    function ask(address sender, address validator, uint256 agentId, bytes32 requestHash) private {
        vm.prank(sender);
        validation.validationRequest(validator, agentId, "ipfs://work", requestHash);
    }

    function answer(address sender, bytes32 requestHash, uint8 response, string memory tag) private {
        vm.prank(sender);
        validation.validationResponse(requestHash, response, "ipfs://answer", keccak256("answer"), tag);
    }

    function expectSummary(address[] memory validators, string memory tag, uint64 count, uint8 average) private view {
        (uint64 actualCount, uint8 actualAverage) = validation.getSummary(1, validators, tag);
        vm.assertEq(actualCount, count);
        vm.assertEq(actualAverage, average);
    }

    function expectStatus(
        bytes32 requestHash,
        address validator,
        uint256 agentId,
        uint8 response,
        bytes32 responseHash,
        string memory tag,
        uint256 lastUpdate
    ) private view {
        (address actualValidator, uint256 actualAgent, uint8 actualResponse,,,) =
            validation.getValidationStatus(requestHash);
        vm.assertEq(actualValidator, validator);
        vm.assertEq(actualAgent, agentId);
        vm.assertEq(actualResponse, response);
        (,,, bytes32 actualHash, string memory actualTag, uint256 actualUpdate) =
            validation.getValidationStatus(requestHash);
        vm.assertEq(actualHash, responseHash);
        vm.assertEq(actualTag, tag);
        vm.assertEq(actualUpdate, lastUpdate);
    }
}
