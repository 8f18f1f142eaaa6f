// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A price with the interface of Chainlink's aggregators. Anybody may set it.
contract PriceFeed {
    struct Round {
        int256 answer;
        uint256 time;
    }

    uint8 public constant decimals = 8;
    uint256 public constant version = 1;
    string public description;
    uint80 public latestRound;
    mapping(uint80 id => Round) private rounds;

    event AnswerUpdated(
        int256 indexed current,
        uint256 indexed roundId,
        uint256 updatedAt
    );

    constructor(string memory description_, int256 answer) {
        description = description_;
        setAnswer(answer);
    }

    function setAnswer(int256 answer) public {
        latestRound++;
        rounds[latestRound] = Round(answer, block.timestamp);
        emit AnswerUpdated(answer, latestRound, block.timestamp);
    }

    function latestAnswer() external view returns (int256) {
        return rounds[latestRound].answer;
    }

    function latestRoundData()
        external
        view
        returns (
            uint80 roundId,
            int256 answer,
            uint256 startedAt,
            uint256 updatedAt,
            uint80 answeredInRound
        )
    {
        return getRoundData(latestRound);
    }

    function getRoundData(
        uint80 id
    )
        public
        view
        returns (
            uint80 roundId,
            int256 answer,
            uint256 startedAt,
            uint256 updatedAt,
            uint80 answeredInRound
        )
    {
        Round memory round = rounds[id];
        require(round.time > 0, "No data present");
        return (id, round.answer, round.time, round.time, id);
    }
}
