// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {Columns, Feedback, FeedbackColumns} from "./FeedbackColumns.sol";
import {FixedPointAverage} from "./FixedPointAverage.sol";
import {IdentityLinked} from "./IdentityLinked.sol";

/// @title Reputation registry of ERC-8004
/// @notice Anyone but the agent's own people can say what an agent was worth to them. Values are fixed-point numbers;
/// their meaning is in the tags. Feedback has an index of its own for each agent and client, from 1.
contract ReputationRegistry layout at erc7201("datacortex.ReputationRegistry") is IdentityLinked {
    using FeedbackColumns for Columns;

    /// @dev Arguments of {giveFeedback}, which are too many for the stack.
    struct Given {
        uint256 agentId;
        int128 value;
        uint8 valueDecimals;
        string tag1;
        string tag2;
        string endpoint;
        string feedbackURI;
        bytes32 feedbackHash;
    }

    struct Responses {
        uint64 total;
        mapping(address responder => uint64 count) by;
    }

    /// @dev What {_matches} looks for. An empty tag fits all.
    struct Filter {
        bytes32 tag1;
        bytes32 tag2;
        bool includeRevoked;
    }

    /// @notice A client gave feedback. Endpoint, URI and hash are kept nowhere else.
    event NewFeedback(
        uint256 indexed agentId,
        address indexed clientAddress,
        uint64 feedbackIndex,
        int128 value,
        uint8 valueDecimals,
        string indexed indexedTag1,
        string tag1,
        string tag2,
        string endpoint,
        string feedbackURI,
        bytes32 feedbackHash
    );
    /// @notice A client took feedback back.
    event FeedbackRevoked(uint256 indexed agentId, address indexed clientAddress, uint64 indexed feedbackIndex);
    /// @notice Someone answered feedback. URI and hash are kept nowhere else.
    event ResponseAppended(
        uint256 indexed agentId,
        address indexed clientAddress,
        uint64 feedbackIndex,
        address indexed responder,
        string responseURI,
        bytes32 responseHash
    );

    int128 private constant LARGEST_VALUE = 1e38;
    bytes32 private constant NO_TAG = keccak256("");

    mapping(uint256 agentId => address[]) private _clients;
    mapping(uint256 agentId => mapping(address client => uint64)) private _lastIndexes;
    mapping(uint256 agentId => mapping(address client => mapping(uint64 index => Feedback))) private _feedback;
    mapping(uint256 agentId => mapping(address client => mapping(uint64 index => Responses))) private _responses;

    /// @notice Gives feedback on an agent. Not for its owner, operators and approved addresses.
    /// @param value What is said, times 10^`valueDecimals`; between -1e38 and 1e38.
    /// @param valueDecimals 0 to 18.
    /// @param tag1 What the value means, such as `starred`; may be empty, as all that follow.
    /// @param endpoint The endpoint of the agent that was used.
    /// @param feedbackURI Where more is written.
    /// @param feedbackHash Hash (keccak256) of what is written there.
    function giveFeedback(
        uint256 agentId,
        int128 value,
        uint8 valueDecimals,
        string memory tag1,
        string memory tag2,
        string memory endpoint,
        string memory feedbackURI,
        bytes32 feedbackHash
    ) external {
        _give(Given(agentId, value, valueDecimals, tag1, tag2, endpoint, feedbackURI, feedbackHash));
    }

    /// @notice Takes feedback of the caller back. It can still be read and is no longer counted.
    function revokeFeedback(uint256 agentId, uint64 feedbackIndex) external {
        _requireIndex(agentId, msg.sender, feedbackIndex);
        Feedback storage feedback = _feedback[agentId][msg.sender][feedbackIndex];
        require(!feedback.isRevoked, "Already revoked");
        feedback.isRevoked = true;
        emit FeedbackRevoked(agentId, msg.sender, feedbackIndex);
    }

    /// @notice Answers feedback. For anyone.
    /// @param responseURI Where the answer is.
    /// @param responseHash Hash (keccak256) of what is there; may be zero.
    function appendResponse(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        string calldata responseURI,
        bytes32 responseHash
    ) external {
        _requireIndex(agentId, clientAddress, feedbackIndex);
        require(bytes(responseURI).length > 0, "Empty URI");
        Responses storage responses = _responses[agentId][clientAddress][feedbackIndex];
        responses.total++;
        responses.by[msg.sender]++;
        emit ResponseAppended(agentId, clientAddress, feedbackIndex, msg.sender, responseURI, responseHash);
    }

    /// @notice The average of what some clients said, without what was revoked.
    /// @dev A client named twice counts twice. Where the average does not fit, it is told with fewer decimals.
    /// @param clientAddresses At least one: an average over everyone invites made-up clients.
    /// @param tag1 Only feedback with this tag; empty for any.
    /// @param tag2 Only feedback with this tag; empty for any.
    /// @return count How much feedback it is.
    /// @return summaryValue The average, times 10^`summaryValueDecimals`, rounded toward zero.
    /// @return summaryValueDecimals The most frequent number of decimals, the smallest of equally frequent ones.
    function getSummary(uint256 agentId, address[] memory clientAddresses, string memory tag1, string memory tag2)
        external
        view
        returns (uint64 count, int128 summaryValue, uint8 summaryValueDecimals)
    {
        require(clientAddresses.length > 0, "clientAddresses required");
        Columns memory columns = _collect(agentId, clientAddresses, _filter(tag1, tag2, false));
        count = uint64(columns.values.length);
        if (count > 0) {
            (summaryValue, summaryValueDecimals) = FixedPointAverage.average(columns.values, columns.valueDecimals);
        }
    }

    /// @notice One piece of feedback, also if it was revoked.
    function readFeedback(uint256 agentId, address clientAddress, uint64 feedbackIndex)
        external
        view
        returns (int128 value, uint8 valueDecimals, string memory tag1, string memory tag2, bool isRevoked)
    {
        _requireIndex(agentId, clientAddress, feedbackIndex);
        Feedback storage feedback = _feedback[agentId][clientAddress][feedbackIndex];
        return (feedback.value, feedback.valueDecimals, feedback.tag1, feedback.tag2, feedback.isRevoked);
    }

    /// @notice Feedback on an agent, in columns.
    /// @param clientAddresses Of these clients; of all if there are none.
    /// @param tag1 Only feedback with this tag; empty for any.
    /// @param tag2 Only feedback with this tag; empty for any.
    /// @param includeRevoked Whether what was revoked is there too.
    function readAllFeedback(
        uint256 agentId,
        address[] memory clientAddresses,
        string memory tag1,
        string memory tag2,
        bool includeRevoked
    )
        external
        view
        returns (
            address[] memory clients,
            uint64[] memory feedbackIndexes,
            int128[] memory values,
            uint8[] memory valueDecimals,
            string[] memory tag1s,
            string[] memory tag2s,
            bool[] memory revokedStatuses
        )
    {
        if (clientAddresses.length == 0) clientAddresses = _clients[agentId];
        Columns memory columns = _collect(agentId, clientAddresses, _filter(tag1, tag2, includeRevoked));
        return (
            columns.clients,
            columns.feedbackIndexes,
            columns.values,
            columns.valueDecimals,
            columns.tag1s,
            columns.tag2s,
            columns.revokedStatuses
        );
    }

    /// @notice How many answers there are.
    /// @param clientAddress To feedback of this client; zero for all.
    /// @param feedbackIndex To this feedback; 0 for all.
    /// @param responders By these addresses, each named once; by anyone if there are none.
    function getResponseCount(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        address[] calldata responders
    ) external view returns (uint64 count) {
        if (clientAddress != address(0)) {
            return _countResponses(agentId, clientAddress, feedbackIndex, responders);
        }
        address[] storage clients = _clients[agentId];
        for (uint256 i = 0; i < clients.length; i++) {
            count += _countResponses(agentId, clients[i], feedbackIndex, responders);
        }
    }

    /// @notice Everyone who ever gave feedback on the agent, in order of their first.
    function getClients(uint256 agentId) external view returns (address[] memory) {
        return _clients[agentId];
    }

    /// @notice How often a client gave feedback on an agent.
    function getLastIndex(uint256 agentId, address clientAddress) external view returns (uint64) {
        return _lastIndexes[agentId][clientAddress];
    }

    function _give(Given memory given) private {
        require(given.valueDecimals <= FixedPointAverage.MOST_DECIMALS, "too many decimals");
        require(given.value >= -LARGEST_VALUE && given.value <= LARGEST_VALUE, "value too large");
        require(!_identityRegistry.isAuthorizedOrOwner(msg.sender, given.agentId), "Self-feedback not allowed");
        uint64 index = ++_lastIndexes[given.agentId][msg.sender];
        if (index == 1) _clients[given.agentId].push(msg.sender);
        _feedback[given.agentId][msg.sender][index] =
            Feedback(given.value, given.valueDecimals, false, given.tag1, given.tag2);
        emit NewFeedback(
            given.agentId,
            msg.sender,
            index,
            given.value,
            given.valueDecimals,
            given.tag1,
            given.tag1,
            given.tag2,
            given.endpoint,
            given.feedbackURI,
            given.feedbackHash
        );
    }

    function _requireIndex(uint256 agentId, address client, uint64 index) private view {
        require(index > 0, "index must be > 0");
        require(index <= _lastIndexes[agentId][client], "index out of bounds");
    }

    function _filter(string memory tag1, string memory tag2, bool includeRevoked) private pure returns (Filter memory) {
        return Filter(keccak256(bytes(tag1)), keccak256(bytes(tag2)), includeRevoked);
    }

    function _matches(Feedback storage feedback, Filter memory filter) private view returns (bool) {
        return (filter.includeRevoked || !feedback.isRevoked)
            && (filter.tag1 == NO_TAG || filter.tag1 == keccak256(bytes(feedback.tag1)))
            && (filter.tag2 == NO_TAG || filter.tag2 == keccak256(bytes(feedback.tag2)));
    }

    /// @dev As long as all feedback first; cut to what matched at the end.
    function _collect(uint256 agentId, address[] memory wanted, Filter memory filter)
        private
        view
        returns (Columns memory columns)
    {
        uint256 most;
        for (uint256 i = 0; i < wanted.length; i++) {
            most += _lastIndexes[agentId][wanted[i]];
        }
        columns = FeedbackColumns.ofLength(most);
        uint256 found;
        for (uint256 i = 0; i < wanted.length; i++) {
            uint64 last = _lastIndexes[agentId][wanted[i]];
            for (uint64 index = 1; index <= last; index++) {
                Feedback storage feedback = _feedback[agentId][wanted[i]][index];
                if (_matches(feedback, filter)) columns.set(found++, wanted[i], index, feedback);
            }
        }
        columns.cut(found);
    }

    function _countResponses(uint256 agentId, address client, uint64 feedbackIndex, address[] calldata responders)
        private
        view
        returns (uint64 count)
    {
        uint64 last = _lastIndexes[agentId][client];
        uint64 first = 1;
        if (feedbackIndex > 0) {
            first = feedbackIndex;
            if (feedbackIndex < last) last = feedbackIndex;
        }
        for (uint64 index = first; index <= last; index++) {
            Responses storage responses = _responses[agentId][client][index];
            if (responders.length == 0) count += responses.total;
            for (uint256 i = 0; i < responders.length; i++) {
                count += responses.by[responders[i]];
            }
        }
    }
}
