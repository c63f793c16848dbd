// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {IdentityLinked} from "./IdentityLinked.sol";

/// @title Validation registry of ERC-8004
/// @notice An agent's people ask a validator to check some work; the validator answers with a number of 0 to 100, as
/// often as it likes. The standard calls this part unfinished.
contract ValidationRegistry layout at erc7201("datacortex.ValidationRegistry") is IdentityLinked {
    struct Request {
        address validator;
        uint64 lastUpdate;
        uint8 response;
        bool isAnswered;
        uint256 agentId;
        bytes32 responseHash;
        string tag;
    }

    /// @notice Someone of the agent asked for a check. The URI is kept nowhere else.
    event ValidationRequest(
        address indexed validatorAddress, uint256 indexed agentId, string requestURI, bytes32 indexed requestHash
    );
    /// @notice The validator answered. The URI is kept nowhere else.
    event ValidationResponse(
        address indexed validatorAddress,
        uint256 indexed agentId,
        bytes32 indexed requestHash,
        uint8 response,
        string responseURI,
        bytes32 responseHash,
        string tag
    );

    bytes32 private constant NO_TAG = keccak256("");

    mapping(bytes32 requestHash => Request) private _requests;
    mapping(uint256 agentId => bytes32[]) private _ofAgent;
    mapping(address validator => bytes32[]) private _ofValidator;

    /// @notice Asks for a check. For the agent's owner and those the owner approved.
    /// @param requestURI Where the validator finds what it needs.
    /// @param requestHash Hash (keccak256) of what is there, and the name of the request from now on.
    function validationRequest(
        address validatorAddress,
        uint256 agentId,
        string calldata requestURI,
        bytes32 requestHash
    ) external {
        require(validatorAddress != address(0), "bad validator");
        require(_requests[requestHash].validator == address(0), "exists");
        require(_identityRegistry.isAuthorizedOrOwner(msg.sender, agentId), "Not authorized");
        Request storage request = _requests[requestHash];
        request.validator = validatorAddress;
        request.lastUpdate = uint64(block.timestamp);
        request.agentId = agentId;
        _ofAgent[agentId].push(requestHash);
        _ofValidator[validatorAddress].push(requestHash);
        emit ValidationRequest(validatorAddress, agentId, requestURI, requestHash);
    }

    /// @notice Answers a request, or answers it anew. For the validator it names.
    /// @param response 0 for failed to 100 for passed.
    /// @param responseURI Where the evidence is; may be empty, as all that follow.
    /// @param responseHash Hash (keccak256) of what is there.
    /// @param tag What kind of answer it is.
    function validationResponse(
        bytes32 requestHash,
        uint8 response,
        string calldata responseURI,
        bytes32 responseHash,
        string calldata tag
    ) external {
        Request storage request = _known(requestHash);
        require(msg.sender == request.validator, "not validator");
        require(response <= 100, "resp>100");
        request.lastUpdate = uint64(block.timestamp);
        request.response = response;
        request.isAnswered = true;
        request.responseHash = responseHash;
        request.tag = tag;
        emit ValidationResponse(msg.sender, request.agentId, requestHash, response, responseURI, responseHash, tag);
    }

    /// @notice How a request stands. Before the first answer, the response is 0 and `lastUpdate` is when it was asked.
    function getValidationStatus(bytes32 requestHash)
        external
        view
        returns (
            address validatorAddress,
            uint256 agentId,
            uint8 response,
            bytes32 responseHash,
            string memory tag,
            uint256 lastUpdate
        )
    {
        Request storage request = _known(requestHash);
        return
            (
                request.validator,
                request.agentId,
                request.response,
                request.responseHash,
                request.tag,
                request.lastUpdate
            );
    }

    /// @notice The average of the answers about an agent.
    /// @param validatorAddresses Of these validators; of all if there are none.
    /// @param tag Only answers with this tag; empty for any.
    /// @return count How many answered requests it is.
    /// @return averageResponse 0 to 100, rounded down.
    function getSummary(uint256 agentId, address[] calldata validatorAddresses, string calldata tag)
        external
        view
        returns (uint64 count, uint8 averageResponse)
    {
        bytes32 wantedTag = keccak256(bytes(tag));
        bytes32[] storage hashes = _ofAgent[agentId];
        uint256 sum;
        for (uint256 i = 0; i < hashes.length; i++) {
            Request storage request = _requests[hashes[i]];
            if (!request.isAnswered) continue;
            if (validatorAddresses.length > 0 && !_contains(validatorAddresses, request.validator)) continue;
            if (wantedTag != NO_TAG && wantedTag != keccak256(bytes(request.tag))) continue;
            sum += request.response;
            count++;
        }
        if (count > 0) averageResponse = uint8(sum / count);
    }

    /// @notice The requests about an agent, oldest first.
    function getAgentValidations(uint256 agentId) external view returns (bytes32[] memory) {
        return _ofAgent[agentId];
    }

    /// @notice The requests to a validator, oldest first.
    function getValidatorRequests(address validatorAddress) external view returns (bytes32[] memory) {
        return _ofValidator[validatorAddress];
    }

    function _known(bytes32 requestHash) private view returns (Request storage request) {
        request = _requests[requestHash];
        require(request.validator != address(0), "unknown");
    }

    function _contains(address[] calldata list, address wanted) private pure returns (bool) {
        for (uint256 i = 0; i < list.length; i++) {
            if (list[i] == wanted) return true;
        }
        return false;
    }
}
